import type { SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import { IDENTITY } from '../../pages/identity.ts';
import { layout as anyLayout, ROWS, readStyle } from '../../pages/layout.ts';

const STYLE = readStyle(ROWS, IDENTITY, new URL('./checkout.css', import.meta.url));
export const STYLE_HASH = STYLE.hash;

export const layout = (words: Words, title: string, body: SafeHtml): SafeHtml =>
  anyLayout(words, { title, body }, STYLE);
