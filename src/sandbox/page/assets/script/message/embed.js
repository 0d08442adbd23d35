/** @import { APIEmbed } from 'discord-api-types/v10' */
/** @import { Context } from '../types.ts' */
import { markdown } from '../markdown/blocks.js';
import { link, nearby } from '../markdown/url.js';
import { html } from '../preact.js';

/** @param {number} color */
export const css = (color) => `#${color.toString(16).padStart(6, '0')}`;

/**
 * Renders an embed: https://discord.com/developers/docs/resources/message#embed-object
 * @param {APIEmbed} data
 * @param {Context} context
 */
export function embed(data, context) {
  const { author, title, url, description, fields = [], image, thumbnail, footer, timestamp, color } = data;
  const time =
    timestamp && new Date(timestamp).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  const foot = [footer?.text, time].filter(Boolean).join(' · ');
  return html`<article class="embed" style=${color ? { '--edge': css(color) } : undefined}>
    ${thumbnail && picture(thumbnail.url, 'thumbnail')}
    ${author && html`<p class="embed-author">${author.url ? link(author.url, author.name) : author.name}</p>`}
    ${title && html`<h4>${url ? link(url, title) : markdown(title, context)}</h4>`}
    ${description && markdown(description, context)}
    ${
      fields.length > 0 &&
      html`<dl class="fields">
        ${fields.map(
          ({ name, value, inline }) => html`<div class=${inline ? 'is-inline' : ''}>
            <dt>${markdown(name, context)}</dt>
            <dd>${markdown(value, context)}</dd>
          </div>`,
        )}
      </dl>`
    }
    ${image && picture(image.url, 'picture')}
    ${(footer || timestamp) && html`<p class="embed-foot quiet">${foot}</p>`}
  </article>`;
}

/** Renders an image; undefined for an unsafe URL. @param {string} url @param {string} kind @param {string | null} [alt] */
export function picture(url, kind, alt) {
  const src = nearby(url);
  if (!src) return undefined;
  return html`<img src=${src} class=${kind} alt=${alt ?? ''} loading="lazy" referrerpolicy="no-referrer" />`;
}
