import { avatar } from './avatar.js';
import { button, find, make } from './dom.js';

let openId;

/** Shows who somebody is, and lets one act as them or change their roles by hand. */
export function openProfile(id, act) {
  openId = id;
  const dialog = find('#profile');
  dialog.shown = undefined;
  showProfile(act.view(), act);
  dialog.showModal();
  dialog.addEventListener(
    'close',
    () => {
      openId = undefined;
    },
    { once: true },
  );
}

/** Keeps the open profile true to what happens. */
export function showProfile(view, act) {
  const dialog = find('#profile');
  if (openId === undefined) return;
  const member = view.members.find(({ id }) => id === openId);
  if (!member) return dialog.close();
  const print = JSON.stringify([member, view.roles, view.you?.id]);
  if (dialog.shown === print) return;
  dialog.shown = print;
  const focus = dialog.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  dialog.replaceChildren(content(member, view, act, dialog));
  if (focus) dialog.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

function content(member, view, act, dialog) {
  const isYou = member.id === view.you?.id;
  return make(
    'div',
    { className: 'profile' },
    make(
      'div',
      { className: 'self' },
      avatar(member),
      make(
        'div',
        { className: 'who' },
        make('h2', { id: 'profile-name' }, member.name),
        make('span', { className: 'quiet' }, `@${member.username}`),
      ),
    ),
    make('h3', {}, 'Roles'),
    make('p', { className: 'quiet' }, 'You give and take these by hand, as the owner.'),
    make(
      'ul',
      { className: 'holds' },
      view.roles.map((role) => hold(role, member, act)),
    ),
    make(
      'div',
      { className: 'buttons' },
      !member.bot &&
        !isYou &&
        button(`Be ${member.name}`, () => {
          dialog.close();
          act.become(member.id);
        }),
      button('Close', () => dialog.close(), { className: 'secondary' }),
    ),
  );
}

function hold(role, member, act) {
  const box = make('input', {
    type: 'checkbox',
    checked: member.roles.includes(role.id),
    disabled: role.managed,
    dataset: { key: `hold-${role.id}` },
  });
  box.addEventListener('change', async () => {
    const isDone = await act.hold(member.id, role.id, box.checked);
    if (!isDone) box.checked = !box.checked;
  });
  const note = role.managed && make('span', { className: 'quiet' }, 'managed by the platform');
  return make(
    'li',
    {},
    make('label', {}, box, make('span', { className: 'pill', color: role.color }, role.name), note),
  );
}
