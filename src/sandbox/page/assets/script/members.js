import { avatar } from './avatar.js';
import { listed } from './crowd.js';
import { find, keep, make } from './dom.js';
import { openProfile } from './profile.js';

/** Shows the members, grouped by their highest hoisted role as on the platform. */
export function showMembers(view, act) {
  const items = group(listed(view), view.roles).map(({ role, title, members }) => ({
    id: role?.id ?? title,
    title,
    color: role?.color,
    members,
  }));
  const online = view.bot.online;
  const nobody = { id: 'nobody', title: 'No member has that name.', members: [] };
  keep(find('#member-groups'), items.length > 0 ? items : [nobody], {
    key: ({ id }) => id,
    print: (item) => JSON.stringify([item, view.you?.id, online]),
    build: (item) =>
      make(
        'section',
        {},
        item === nobody
          ? make('p', { className: 'quiet' }, item.title)
          : make('h3', {}, item.title, make('span', { className: 'count' }, String(item.members.length))),
        make(
          'ul',
          {},
          item.members.map((member) => row(member, view, act)),
        ),
      ),
  });
}

function group(members, roles) {
  const apart = roles.filter(({ hoist }) => hoist);
  const groupOf = (member) => apart.find(({ id }) => member.roles.includes(id));
  return [...apart, undefined]
    .map((role) => ({
      role,
      title: role?.name ?? 'Members',
      members: members.filter((member) => groupOf(member)?.id === role?.id),
    }))
    .filter((each) => each.members.length > 0);
}

function row(member, view, act) {
  const note = member.bot
    ? view.bot.online
      ? 'online'
      : 'offline'
    : [member.isOwner && 'owner', member.pending && 'has not accepted the rules'].filter(Boolean).join(', ');
  return make(
    'li',
    {},
    make(
      'button',
      {
        type: 'button',
        className: `member${member.id === view.you?.id ? ' is-you' : ''}${member.bot && !view.bot.online ? ' is-offline' : ''}`,
        dataset: { key: `member-${member.id}` },
        on: { click: () => openProfile(member.id, act) },
      },
      avatar(member),
      make(
        'span',
        { className: 'who' },
        make('span', { className: 'name', color: member.color }, member.name),
        note && make('span', { className: 'quiet' }, note),
      ),
      member.bot && make('span', { className: 'tag' }, 'APP'),
      member.id === view.you?.id && make('span', { className: 'tag is-you' }, 'you'),
    ),
  );
}
