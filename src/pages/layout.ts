import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, type SafeHtml } from '@remix-run/html-template';

/** A style sheet with the name by which a page's security policy lets it, and no other, through. */
export interface Style {
  readonly css: string;
  readonly hash: string;
}

/** What all pages share. */
const BASE = new URL('./base.css', import.meta.url);

/** What narrow pages share: those that ask for one thing. */
export const NARROW = new URL('./narrow.css', import.meta.url);

/** Names beside values, a row each. */
export const ROWS = new URL('./rows.css', import.meta.url);

/** Reads a page's style sheets, after what all pages share. Done once, at start: they are part of the program. */
export function readStyle(...own: readonly URL[]): Style {
  const css = [BASE, ...own].map((file) => readFileSync(file, 'utf8')).join('');
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

/** A whole page around its content. */
export const layout = (title: string, content: SafeHtml, { css }: Style): SafeHtml => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${html.raw`${css}`}</style>
</head>
<body>
${content}
</body>
</html>
`;
