/** @import { Member, Role } from '../../view/index.ts' */
import { openChat, use } from './act.js';
import { tell } from './api.js';
import { avatar, pill } from './avatar.js';
import { closeDialog, Dialog } from './dialog.js';
import { switchTo } from './live.js';
import { h, html } from './preact.js';
import { complain, update, view } from './store.js';
import { Toggle } from './toggle.js';

/** Renders a member's profile, in which one can act as the member or change their roles. @param {{ member: Member }} props */
export function Profile({ member }) {
  const { menus, roles, you } = view();
  /** @param {{ currentTarget: Element }} event */
  const become = (event) => {
    closeDialog(event);
    switchTo({ as: member.id });
  };
  /** @param {string} command @param {{ currentTarget: Element }} event */
  const run = async (command, event) => {
    closeDialog(event);
    openChat();
    await use({ kind: 'use-on-user', command, user: member.id }).catch(complain);
  };
  const apps = menus.user.map(
    (command) => html`<button type="button" class="secondary" aria-label=${`${command}: ${member.name}`}
      onClick=${(/** @type {{ currentTarget: Element }} */ event) => run(command, event)}>${command}</button>`,
  );
  const isOther = !member.bot && member.id !== you?.id;
  const content = html`<div class="profile">
    <div class="self">
      ${avatar(member)}
      <div class="who"><h2 id="profile-title">${member.name}</h2><span class="quiet">${`@${member.username}`}</span></div>
    </div>
    ${apps.length > 0 && [html`<h3>Apps</h3>`, html`<div class="buttons">${apps}</div>`]}
    <h3>Roles</h3>
    <p class="quiet">As the owner, you give and take these roles by hand.</p>
    <ul class="holds">${roles.map((role) => hold(role, member))}</ul>
    <div class="buttons">
      ${isOther && html`<button type="button" onClick=${become}>${`Be ${member.name}`}</button>`}
      <button type="button" class="secondary" onClick=${closeDialog}>Close</button>
    </div>
  </div>`;
  return h(Dialog, { id: 'profile', onClose: () => update({ profile: undefined }) }, content);
}

/** @param {Role} role @param {Member} member */
function hold(role, member) {
  const why = role.managed ? 'managed by the platform' : role.isLinked && 'linked role, not given by hand';
  const box = h(Toggle, {
    id: `hold-${role.id}`,
    isOn: member.roles.includes(role.id),
    disabled: Boolean(why),
    change: (isOn) => tell(isOn ? 'PUT' : 'DELETE', `/members/${member.id}/roles/${role.id}`),
  });
  return html`<li key=${role.id}><label>${box}${pill(role)}${why && html`<span class="quiet">${why}</span>`}</label></li>`;
}
