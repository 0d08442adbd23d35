/** @import { Deed } from '../../../interaction-routes.ts' */
/** @import { Message as Data } from '../../../view/index.ts' */
/** @import { Context } from '../types.ts' */
import { use } from '../act.js';
import { avatar, colored } from '../avatar.js';
import { markdown } from '../markdown/blocks.js';
import { nearby } from '../markdown/url.js';
import { focusOn, html, useLayoutEffect, useRef, useState } from '../preact.js';
import { messageOf, page, update, view } from '../store.js';
import { components } from './components.js';
import { embed } from './embed.js';

/** Time for the bot to complete a deferred answer, in milliseconds. */
const PROMISE = 15 * 60_000;

/** @param {{ message: Data, isFollowing: boolean }} props */
export function Message({ message, isFollowing }) {
  const [failure, setFailure] = useState('');
  // A failure is shown until the message changes.
  useLayoutEffect(() => setFailure(''), [JSON.stringify(message)]);
  const [busy, setBusy] = useState('');
  const used = useRef(/** @type {Element | null} */ (null));
  useLayoutEffect(() => {
    // A control loses the focus while it is disabled.
    if (!busy && document.activeElement === document.body) focusOn(used.current);
  }, [busy]);
  /** Sends a deed to the bot. @param {Deed} deed @param {string} control */
  const send = async (deed, control) => {
    used.current = document.activeElement;
    setBusy(control);
    setFailure('');
    try {
      await use(deed, 'This interaction failed: the application did not respond.');
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy('');
  };
  const classes = [
    'message',
    isFollowing && 'is-following',
    message.isForYou && 'is-for-you',
    message.isEphemeral && 'is-ephemeral',
  ];
  const { id, answers, author } = message;
  /** @type {Context} */
  const context = { message, busy, use: (deed) => send({ ...deed, message: id }, deed.component) };
  const apps = view().menus.message;
  return html`<li class=${classes.filter(Boolean).join(' ')} data-message=${id}>
    ${message.used && html`<p class="above quiet">${message.used.by} used <code>/${message.used.command}</code></p>`}
    ${answers && html`<p class="above quiet"><strong>${answers.name}</strong> ${answers.excerpt || 'a message'}</p>`}
    ${!isFollowing && avatar(author)}
    <div class="said">
      ${!isFollowing && head(message)}
      ${message.isThinking ? thinking(message) : body(message, context)}
      ${
        message.isEphemeral &&
        html`<p class="only-you quiet">
        Only you can see this · <button type="button" class="text" data-key=${`dismiss-${id}`}
          onClick=${() => update({ dismissed: [...page.dismissed, id] })}>Dismiss</button>
      </p>`
      }
      ${failure && html`<p class="failed" role="status">${failure}</p>`}
    </div>
    ${
      apps.length > 0 &&
      html`<div class="apps buttons">
        ${apps.map(
          (command) => html`<button type="button" class="secondary" data-key=${`app-${id}-${command}`}
            disabled=${busy === command} aria-busy=${String(busy === command)}
            onClick=${() => send({ kind: 'use-on-message', command, message: id }, command)}>${command}</button>`,
        )}
      </div>`
    }
  </li>`;
}

/** @param {Data} message */
function head({ author, at }) {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  const shown = time.toLocaleString('en', { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' });
  return html`<p class="head">
    ${colored(author)}${author.bot && html`<span class="tag">APP</span>`}
    <time class="quiet" datetime=${at} title=${time.toLocaleString()}>${shown}</time>
  </p>`;
}

/** @param {Data} message @param {Context} context */
const body = ({ content, embeds, attachments, components: parts, editedAt }, context) => [
  content && markdown(content, context),
  embeds.map((each) => embed(each, context)),
  attachments.map(attachment),
  components(parts ?? [], context),
  editedAt && html`<span class="edited quiet">(edited)</span>`,
];

/** @param {Data} message */
const thinking = ({ author, at }) =>
  Date.parse(view().now) - Date.parse(at) > PROMISE
    ? html`<p class="failed">The application did not respond.</p>`
    : html`<p class="thinking quiet"><span class="dots" aria-hidden="true"></span>${author.name} is thinking…</p>`;

/** @param {Data['attachments'][number]} file */
function attachment({ filename, url: address, content_type = '', description }) {
  const url = nearby(address);
  return /^image\//.test(content_type)
    ? html`<img class="picture" src=${url} alt=${description ?? filename} loading="lazy" />`
    : html`<a class="file" href=${url} target="_blank" rel="noopener">${filename}</a>`;
}
