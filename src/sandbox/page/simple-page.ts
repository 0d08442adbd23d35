import { html, type SafeHtml } from '@remix-run/html-template';
import { ASSETS } from './assets.ts';

/** Renders a page of the sandbox apart from the community's main page. */
export const simplePage = (title: string, content: SafeHtml): string =>
  String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="${ASSETS}/style/base.css"><link rel="stylesheet" href="${ASSETS}/style/simple.css"></head>
<body><main>${content}</main></body>
</html>`);
