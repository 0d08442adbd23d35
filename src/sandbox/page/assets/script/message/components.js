/** @import { APIMessageComponent } from 'discord-api-types/v10' */
/** @import { Context } from '../types.ts' */
/** @typedef {import('preact').ComponentChildren} Children */
import { markdown } from '../markdown/blocks.js';
import { nearby } from '../markdown/url.js';
import { h, html } from '../preact.js';
import { button } from './button.js';
import { css, picture } from './embed.js';
import { Menu } from './menu.js';

/**
 * Renders a component at any depth; unknown types are left out:
 * https://discord.com/developers/docs/components/reference#component-object-component-types
 * @param {APIMessageComponent} data
 * @param {Context} context
 * @returns {Children}
 */
function component(data, context) {
  switch (data.type) {
    case 1:
      return html`<div class="row">${components(data.components, context)}</div>`;
    case 2:
      return button(data, context);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return h(Menu, { key: data.custom_id, data, context });
    case 9:
      return html`<div class="section">
        <div>${components(data.components, context)}</div>
        ${component(data.accessory, context)}
      </div>`;
    case 10:
      return markdown(data.content, context);
    case 11:
      return media(data, 'thumbnail');
    case 12:
      return html`<div class="gallery">${data.items.map((item) => media(item, 'picture'))}</div>`;
    case 13: {
      const { url } = data.file;
      return html`<a class="file" href=${nearby(url) ?? '#'} target="_blank" rel="noopener">${data.name ?? 'A file'}</a>`;
    }
    case 14: {
      const { divider = true, spacing = 1 } = data;
      return html`<hr class=${`${divider ? '' : 'is-blank '}${spacing === 2 ? 'is-wide' : ''}`} />`;
    }
    case 17: {
      const edge = data.accent_color == null ? undefined : { '--edge': css(data.accent_color) };
      const inner = components(data.components, context);
      return veiled(html`<div class="container" style=${edge}>${inner}</div>`, data.spoiler);
    }
    default:
      return undefined;
  }
}

/** @param {readonly APIMessageComponent[]} list @param {Context} context */
export const components = (list, context) => list.map((each) => component(each, context));

/**
 * @param {{ media: { url: string }, description?: string | null, spoiler?: boolean }} item
 * @param {string} kind
 */
const media = ({ media: { url }, description, spoiler }, kind) =>
  veiled(picture(url, kind, description), spoiler);

/** @param {Children} content @param {boolean | undefined} isSpoiler */
const veiled = (content, isSpoiler) =>
  isSpoiler && content ? html`<details class="veil"><summary>Spoiler</summary>${content}</details>` : content;
