/** @import { Channel } from '../../view/index.ts' */
import { openChannel, writeToBot } from './act.js';
import { tell } from './api.js';
import { avatar, colored } from './avatar.js';
import { html } from './preact.js';
import { view } from './store.js';

/** Ids of the newest messages seen; keys are `member channel`. @type {Map<string, string | null>} */
const seen = new Map();

/** Renders the channels that the chosen member sees, marks new messages, and offers to join or leave the server. */
export function channels() {
  const { you, channels: all, direct, bot } = view();
  const face = [avatar({ ...bot, bot: true }), html`<span>${bot.name}</span>`];
  return html`<aside id="channels" aria-label="Channels">
    <nav aria-label="Channels">
      <h2>Channels</h2>
      <ul id="channel-list" class="channels">
        ${all.map((each) => {
          const sign = html`<span class="sign" aria-hidden="true">${each.isPrivate ? '⚷' : '#'}</span>`;
          return row(each, [sign, html`<span>${each.name}</span>`], () => openChannel(each.id));
        })}
      </ul>
      <h2>Direct messages</h2>
      <ul id="direct-list" class="channels">
        ${you && row(direct, face, () => (direct ? openChannel(direct.id) : writeToBot()))}
      </ul>
    </nav>
    <div id="door">${you && door(you)}</div>
  </aside>`;
}

/** @param {Channel | null} each @param {unknown} content @param {() => void} onClick */
function row(each, content, onClick) {
  const { you, channel } = view();
  const place = `${you?.id} ${each?.id}`;
  const isOpen = each !== null && each.id === channel?.id;
  if (each && (isOpen || !seen.has(place))) seen.set(place, each.latest);
  const isNews = each !== null && each.latest !== null && seen.get(place) !== each.latest;
  return html`<li key=${each?.id}>
    <button type="button" class=${isNews ? 'channel has-news' : 'channel'} data-key=${`channel-${each?.id}`}
      aria-current=${isOpen ? 'true' : null} onClick=${onClick}>
      ${content}${isNews && html`<span class="news"><span class="unseen">new messages</span></span>`}
    </button>
  </li>`;
}

/** @param {import('../../view/index.ts').You} you */
function door(you) {
  const { id, username, isMember, isOwner } = you;
  return html`<div class="door" key=${id}>
    <div class="self">
      ${avatar(you)}
      <span class="who">${colored(you)}<span class="quiet">${`@${username}`}</span></span>
    </div>
    ${
      !(isMember && isOwner) &&
      html`
      <button type="button" class=${isMember ? 'secondary' : ''} data-key="door"
        onClick=${() => tell('POST', `/members/${id}/${isMember ? 'leave' : 'return'}`)}>
        ${isMember ? 'Leave the server' : `Join ${view().name}`}
      </button>`
    }
  </div>`;
}
