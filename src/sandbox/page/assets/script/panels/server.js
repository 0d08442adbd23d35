import { openChannel } from '../act.js';
import { tell } from '../api.js';
import { h, html } from '../preact.js';
import { complain, view } from '../store.js';
import { Toggle } from '../toggle.js';
import { Roles } from './roles.js';

/** Renders the owner's controls and the switches for fault injection. */
export function Server() {
  const { admin, faultPresets, screening } = view();
  /** @param {string} id @param {string} title @param {string} text @param {boolean} isOn @param {string} path */
  const toSwitch = (id, title, text, isOn, path) => html`<li key=${id}>
    <label>
      <span class="switch-text"><span>${title}</span><span class="quiet">${text}</span></span>
      ${h(Toggle, { id, isOn, isSwitch: true, change: (wanted) => tell('PUT', path, { isOn: wanted }) })}
    </label>
  </li>`;
  const seeLog = () =>
    admin ? openChannel(admin.channelId, admin.userId) : complain('The log channel no longer exists.');
  return html`<section id="server" class="panel" role="tabpanel" aria-labelledby="tab-server" tabindex="-1">
    <p class="intro">Here you act as the owner, no matter who you are in the chat.</p>
    <h2>Roles</h2>
    <p class="quiet">
      Highest first. The bot can only give roles below its own. Drag a role by its handle, or focus the handle and use
      ${' '}the arrow keys.
    </p>
    ${h(Roles, {})}
    <form id="new-role" class="inline-form" onSubmit=${create}>
      <label for="role-name" class="unseen">Name of a new role</label>
      <input id="role-name" name="name" placeholder="A new role" maxlength="100" required autocomplete="off" />
      <label for="role-color" class="unseen">Its colour</label>
      <input id="role-color" name="color" type="color" defaultValue="#5b8def" />
      <button type="submit">Add</button>
    </form>
    <h2>Faults</h2>
    <p class="quiet">Switch on a fault, then buy something and see how the bot handles it.</p>
    <ul id="fault-presets" class="switches">
      ${faultPresets.map(({ name, title, text, isOn }) => toSwitch(`preset-${name}`, title, text, isOn, `/fault-presets/${name}`))}
    </ul>
    <div class="buttons">
      <button type="button" id="disconnect" class="secondary" onClick=${() => tell('POST', '/disconnect')}>
        Drop the bot’s connection
      </button>
      <button type="button" id="see-log" disabled=${!admin} onClick=${seeLog}>See what an admin sees</button>
    </div>
    <h2>Newcomers</h2>
    <ul id="rules" class="switches">
      ${toSwitch('screening', 'New members must accept the rules first', 'Until then, they can read but not write.', screening, '/screening')}
    </ul>
  </section>`;
}

/** Creates a role. @param {Event & { currentTarget: HTMLFormElement }} event */
async function create(event) {
  event.preventDefault();
  const { currentTarget } = event;
  const data = new FormData(currentTarget);
  const color = Number.parseInt(String(data.get('color')).slice(1), 16);
  const name = currentTarget.querySelector('input');
  if ((await tell('POST', '/roles', { name: data.get('name'), color })) && name) name.value = '';
}
