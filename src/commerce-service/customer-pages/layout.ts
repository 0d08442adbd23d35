import type { SafeHtml } from '@remix-run/html-template';
import { IDENTITY } from '../../pages/identity.ts';
import { layout as anyLayout, ROWS, readStyle } from '../../pages/layout.ts';

const STYLE = readStyle(ROWS, IDENTITY, new URL('./manage.css', import.meta.url));
export const MANAGE_STYLE_HASH = STYLE.hash;

export const layout = (title: string, content: SafeHtml): SafeHtml => anyLayout(title, content, STYLE);
