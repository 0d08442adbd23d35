import { avatar } from './avatar.js';
import { listed } from './crowd.js';
import { button, complain, find, make } from './dom.js';

let openId;

/** Opens a member's profile, in which one can act as the member or change their roles. */
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

/** Updates the open profile, or closes it if the member has left. */
export function showProfile(view, act) {
  const dialog = find('#profile');
  if (openId === undefined) return;
  const member = [...view.members, ...listed(view)].find(({ id }) => id === openId);
  if (!member) return dialog.close();
  const print = JSON.stringify([member, view.roles, view.you?.id, view.menus.user]);
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
    apps(member, view, act, dialog),
    make('h3', {}, 'Roles'),
    make('p', { className: 'quiet' }, 'As the owner, you give and take these roles by hand.'),
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

function apps({ id, name }, { menus }, act, dialog) {
  if (menus.user.length === 0) return undefined;
  const run = async (command) => {
    dialog.close();
    act.openChat();
    try {
      const answer = await act.use({ kind: 'use-on-user', command, user: id });
      if (answer.kind === 'silence') throw new Error('The application did not respond.');
    } catch (error) {
      complain(error.message);
    }
  };
  const toApp = (command) =>
    button(command, () => run(command), { className: 'secondary', ariaLabel: `${command}: ${name}` });
  return [make('h3', {}, 'Apps'), make('div', { className: 'buttons' }, menus.user.map(toApp))];
}

function hold(role, member, act) {
  const box = make('input', {
    type: 'checkbox',
    checked: member.roles.includes(role.id),
    disabled: role.managed || role.isLinked,
    dataset: { key: `hold-${role.id}` },
  });
  box.addEventListener('change', async () => {
    const isDone = await act.hold(member.id, role.id, box.checked);
    if (!isDone) box.checked = !box.checked;
  });
  const why =
    (role.managed && 'managed by the platform') || (role.isLinked && 'linked role, not given by hand');
  const note = why && make('span', { className: 'quiet' }, why);
  return make(
    'li',
    {},
    make('label', {}, box, make('span', { className: 'pill', color: role.color }, role.name), note),
  );
}
