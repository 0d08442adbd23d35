/** @import { Message as Data } from '../../view/index.ts' */
/** @import { Waiting } from './types.ts' */
import { avatar } from './avatar.js';
import { Composer } from './composer.js';
import { Message } from './message/message.js';
import { focusOn, h, html, useElement, useLayoutEffect, useRef } from './preact.js';
import { page, update, view } from './store.js';

/** Messages by one author within this time share a header, in milliseconds. */
const TOGETHER = 7 * 60_000;

/** Renders the open channel. It stays scrolled to the end, unless the reader has scrolled up. */
export function Chat() {
  const { channel, bot, name, you } = view();
  const scroller = useElement();
  const before = useRef({ place: '', waiting: 0 });
  const place = `${you?.id} ${channel?.id}`;
  const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
  const isForced = before.current.place !== place || before.current.waiting < page.waiting.length;
  const isAtEnd = isForced || scrollHeight - scrollTop - clientHeight < 80;
  useLayoutEffect(() => {
    if (isAtEnd && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
    before.current = { place, waiting: page.waiting.length };
  }, [view(), page.waiting, page.dismissed]);
  const messages = (channel?.messages ?? []).filter(({ id }) => !page.dismissed.includes(id));
  const title = channel ? (channel.isDirect ? bot.name : `# ${channel.name}`) : name;
  const note = channel?.isDirect ? `Only ${you?.name} and the bot read this` : '';
  return html`<section id="chat" aria-labelledby="channel-name" tabindex="-1">
    <header class="chat-head">
      <button type="button" id="to-channels" class="icon" aria-label="All channels" onClick=${toChannels}>☰</button>
      <h2 id="channel-name">${title}</h2>
      <p id="channel-note" class="quiet">${note}</p>
    </header>
    <section id="scroller" class="scroller" aria-label="Messages" ref=${scroller}>
      <ol id="messages" class=${messages.length === 0 ? 'is-empty' : ''} role="log" aria-label="Messages in this channel">
        ${messages.map((message, index) =>
          h(Message, { key: message.id, message, isFollowing: follows(messages[index - 1], message) }),
        )}
      </ol>
      <ol id="waiting" aria-live="polite">${page.waiting.map((each) => h(Command, { key: each.id, ...each }))}</ol>
    </section>
    ${h(Composer, {})}
  </section>`;
}

function toChannels() {
  update({ tab: 'channels' });
  focusOn(document.querySelector('#channel-list button'));
}

/** @param {Data | undefined} before @param {Data} message */
const follows = (before, message) =>
  before !== undefined &&
  before.author.id === message.author.id &&
  before.isEphemeral === message.isEphemeral &&
  !message.used &&
  !message.answers &&
  Date.parse(message.at) - Date.parse(before.at) < TOGETHER;

/** Renders a command that is unanswered or has failed. Only the member who ran it sees it. @param {Waiting} waiting */
function Command({ id, name, command, failure }) {
  const item = useElement();
  useLayoutEffect(() => {
    if (failure) item.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  const dismiss = () => update({ waiting: page.waiting.filter((each) => each.id !== id) });
  return html`<li class="message is-ephemeral" ref=${item}>
    <p class="above quiet">${name} used <code>/${command}</code></p>
    ${avatar({ id: command, name: '/' })}
    <div class="said">
      <p class=${failure ? 'failed' : 'quiet'}>${failure ?? 'Sending the command…'}</p>
      ${
        failure &&
        html`<p class="only-you quiet">
          Only you can see this · <button type="button" class="text" onClick=${dismiss}>Dismiss</button>
        </p>`
      }
    </div>
  </li>`;
}
