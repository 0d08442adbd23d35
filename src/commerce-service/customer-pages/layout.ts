import type { SafeHtml } from '@remix-run/html-template';
import { english } from '../../i18n/index.ts';
import { IDENTITY } from '../../pages/identity.ts';
import { layout as anyLayout, ROWS, readStyle } from '../../pages/layout.ts';

const STYLE = readStyle(ROWS, IDENTITY, new URL('./manage.css', import.meta.url));
export const MANAGE_STYLE_HASH = STYLE.hash;

export const layout = (title: string, body: SafeHtml): SafeHtml => anyLayout(english, { title, body }, STYLE);
