import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../i18n/index.ts';

/** A style sheet, with the hash that the page's Content-Security-Policy allows. */
export interface Style {
  readonly css: string;
  readonly hash: string;
}

const BASE = new URL('./base.css', import.meta.url);

/** Styles shared by narrow pages, which ask for one thing. */
export const NARROW = new URL('./narrow.css', import.meta.url);

/** Styles for rows of names and values. */
export const ROWS = new URL('./rows.css', import.meta.url);

/**
 * Reads the shared style sheet followed by a page's own. Called once at start-up: the files are part of the program.
 */
export function readStyle(...own: readonly URL[]): Style {
  const css = [BASE, ...own].map((file) => readFileSync(file, 'utf8')).join('');
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

export interface Content {
  readonly title: string;
  readonly body: SafeHtml;
}

/** Renders a whole page around its content. */
export const layout = (
  { locale }: Pick<Words, 'locale'>,
  { title, body }: Content,
  { css }: Style,
): SafeHtml => html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${html.raw`${css}`}</style>
</head>
<body>
${body}
</body>
</html>
`;
