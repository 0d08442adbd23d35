import { avatar, make, pill, refill } from './dom.js';

/** Who had which role when the page last looked; undefined before the first look. */
let known;

/** Shows the members under their highest role, as the platform's own member list does. */
export function showMembers(view, selected, act) {
  const roles = new Map(view.roles.map((role) => [role.id, role]));
  const held = new Set(view.members.flatMap((member) => member.roles.map((role) => `${member.id}:${role}`)));
  const isNew = (member, role) => known !== undefined && !known.has(`${member.id}:${role}`);

  const row = (member) => {
    const isSelected = member.id === selected?.id;
    const button = make(
      'button',
      { type: 'button', className: 'member', dataset: { key: `member-${member.id}` }, disabled: member.bot },
      avatar(member),
      make(
        'span',
        { className: 'who' },
        make('span', { className: 'name', color: member.color }, member.name),
        make('span', { className: 'quiet' }, about(member, view)),
      ),
      make(
        'span',
        { className: 'pills' },
        ...member.roles.map((id) => roles.get(id) && pill(roles.get(id), isNew(member, id))),
      ),
    );
    button.ariaPressed = String(isSelected);
    button.addEventListener('click', () => act.select(member.id));
    return make(
      'li',
      { className: isSelected ? 'is-selected' : '' },
      button,
      isSelected && actions(member, act),
    );
  };

  const sections = group(view).map(({ title, members }) =>
    make(
      'section',
      {},
      make('h3', {}, title, make('span', { className: 'count' }, String(members.length))),
      make('ul', { className: 'members' }, ...members.map(row)),
    ),
  );
  refill(document.querySelector('#member-groups'), ...sections);
  known = held;
}

/** Those who left, each with a way back. */
export function showAway(view, act) {
  const people = view.away.map((person) => {
    const button = make(
      'button',
      { type: 'button', className: 'away', dataset: { key: `away-${person.id}` } },
      avatar(person),
      `${person.name} comes back`,
    );
    button.addEventListener('click', () => act.comeBack(person.id));
    return button;
  });
  refill(document.querySelector('#away'), ...people);
}

function group(view) {
  const hoisted = view.roles.filter(({ hoist }) => hoist);
  const groupOf = (member) => hoisted.find(({ id }) => member.roles.includes(id));
  const named = hoisted.map((role) => ({
    title: role.name,
    members: view.members.filter((m) => groupOf(m) === role),
  }));
  const others = { title: 'Without a role', members: view.members.filter((member) => !groupOf(member)) };
  return [...named, others].filter(({ members }) => members.length > 0);
}

function about(member, view) {
  if (member.id === view.bot.id) return view.bot.online ? 'Bot · online' : 'Bot · offline';
  return member.pending ? `@${member.username} · has not accepted the rules yet` : `@${member.username}`;
}

function actions(member, act) {
  if (!member.canLeave) return make('p', { className: 'actions quiet' }, 'The owner stays.');
  const leave = make(
    'button',
    { type: 'button', className: 'secondary', dataset: { key: `leave-${member.id}` } },
    'Leave the community',
  );
  leave.addEventListener('click', () => act.leave(member.id));
  return make('p', { className: 'actions' }, leave);
}
