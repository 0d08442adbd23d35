import { ask } from './api.js';
import { avatar } from './avatar.js';
import { closeDialog, Dialog } from './dialog.js';
import { switchTo } from './live.js';
import { plural } from './plural.js';
import { h, html, useState } from './preact.js';
import { complain, page, update, view } from './store.js';

/** Renders the top of the page: the guild, the connection, the choice of the member to act as, and the theme. */
export const header = () => html`<header class="top">
  <svg class="emblem" viewBox="0 0 48 48" aria-hidden="true">
    <path class="beam" d="M24 13 2 5v16zM24 13l22-8v16z"></path>
    <path class="tower" d="M19.5 20h9L32 43H16zM18.5 16h11v3h-11zM20.5 9.5h7V15h-7zM24 4l4.5 4.5h-9z"></path>
    <path class="stripe" d="m18.6 26 10.8 0 .8 5H17.8z"></path>
  </svg>
  <div class="title">
    <h1 id="guild-name">${page.view?.name ?? 'The community'}</h1>
    <p id="summary" class="quiet">${page.view ? summary(page.view) : 'Opening…'}</p>
  </div>
  <p id="connection" class=${page.connection === 'Live' ? 'badge is-live' : 'badge'} role="status">${page.connection}</p>
  ${page.view && persona()}
  ${h(ThemeButton, {})}
</header>`;

/** @param {import('../../view/index.ts').View} view */
function summary({ memberCount, bot }) {
  const people = `${memberCount} ${plural(memberCount, 'member', 'members')}`;
  return `${people} · ${bot.online ? `${bot.name} is watching` : `${bot.name} is offline`}`;
}

function persona() {
  const { you, members, away, roles } = view();
  const people = members.filter(({ bot }) => !bot);
  const isListed = !you || [...people, ...away].some(({ id }) => id === you.id);
  const here = isListed ? people : [you, ...people];
  const nameOfRole = new Map(roles.map(({ id, name }) => [id, name]));
  /** @param {{ currentTarget: HTMLSelectElement }} event */
  const onChange = ({ currentTarget }) => {
    if (currentTarget.value !== 'new') return switchTo({ as: currentTarget.value });
    currentTarget.value = you?.id ?? '';
    update({ isJoining: true });
  };
  /** @param {{ id: string, name: string, roles?: readonly string[] }} person */
  const option = ({ id, name, roles: [highest] = [] }) =>
    html`<option key=${id} value=${id}>${highest ? `${name} · ${nameOfRole.get(highest) ?? ''}` : name}</option>`;
  return html`<div class="persona">
    <span id="persona-avatar">${you && avatar(you)}</span>
    <label for="persona" class="quiet">You are</label>
    <select id="persona" value=${you?.id ?? ''} onChange=${onChange}>
      <optgroup label="Here">${here.map(option)}</optgroup>
      ${away.length > 0 && html`<optgroup label="Not here">${away.map(option)}</optgroup>`}
      <option value="new">Somebody new…</option>
    </select>
  </div>`;
}

/** @type {Record<string, { next: string, face: string, name: string }>} */
const THEMES = {
  auto: { next: 'light', face: '◐', name: 'as your device' },
  light: { next: 'dark', face: '☀', name: 'light' },
  dark: { next: 'auto', face: '☾', name: 'dark' },
};

function ThemeButton() {
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? 'auto');
  const { next = 'auto', face, name } = THEMES[theme] ?? {};
  const change = () => {
    localStorage.setItem('theme', next);
    document.documentElement.dataset['theme'] = next;
    setTheme(next);
  };
  const label = `Theme: ${name}`;
  return html`<button type="button" id="theme" class="icon" aria-label=${label} title=${label} onClick=${change}>${face}</button>`;
}

/** Renders the dialog in which somebody new joins. */
export function Newcomer() {
  /** @param {Event & { currentTarget: HTMLFormElement }} event */
  const join = async (event) => {
    event.preventDefault();
    const { currentTarget } = event;
    try {
      /** @type {{ id: string }} */
      const { id } = await ask('POST', '/members', { name: new FormData(currentTarget).get('name') });
      switchTo({ as: id });
      closeDialog({ currentTarget });
    } catch (error) {
      complain(error);
    }
  };
  const content = html`<form id="join" method="dialog" onSubmit=${join}>
    <h2 id="newcomer-title">Somebody new</h2>
    <p class="quiet">They join the server, and you act as them.</p>
    <label for="join-name">Their name</label>
    <input id="join-name" name="name" minlength="2" maxlength="32" required autocomplete="off" />
    <div class="buttons">
      <button type="submit">Let them join</button>
      <button type="button" class="secondary" onClick=${closeDialog}>Cancel</button>
    </div>
  </form>`;
  return h(Dialog, { id: 'newcomer', onClose: () => update({ isJoining: false }) }, content);
}
