import type { SafeHtml } from '@remix-run/html-template';
import { layout as anyLayout, ROWS, readStyle } from '../../pages/layout.ts';

const STYLE = readStyle(ROWS, new URL('./checkout.css', import.meta.url));
export const STYLE_HASH = STYLE.hash;

/** A whole page of the checkout around its content. */
export const layout = (title: string, content: SafeHtml): SafeHtml => anyLayout(title, content, STYLE);
