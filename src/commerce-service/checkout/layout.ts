import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, type SafeHtml } from '@remix-run/html-template';

/** Read once, at start: it is part of the program. */
const STYLE = readFileSync(new URL('./checkout.css', import.meta.url), 'utf8');

/** Names the one style sheet that the pages' security policy lets through. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** A whole page around its content. */
export const layout = (title: string, content: SafeHtml): SafeHtml => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${html.raw`${STYLE}`}</style>
</head>
<body>
${content}
</body>
</html>
`;
