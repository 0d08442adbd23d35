import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, type SafeHtml } from '@remix-run/html-template';

/** A style sheet with the name by which a page's security policy lets it, and no other, through. */
export interface Style {
  readonly css: string;
  readonly hash: string;
}

/** Reads style sheets into one. Done once, at start: they are part of the program. */
export function readStyle(...files: readonly URL[]): Style {
  const css = files.map((file) => readFileSync(file, 'utf8')).join('');
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

/** What all pages share; the only style sheet of the checkout. */
export const BASE_CSS = new URL('./checkout.css', import.meta.url);
const STYLE = readStyle(BASE_CSS);
export const STYLE_HASH = STYLE.hash;

/** A whole page around its content. */
export const layout = (
  title: string,
  content: SafeHtml,
  { css }: Style = STYLE,
): SafeHtml => html`<!doctype html>
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
