import { defineMemberMenu } from '../src/discord/commands/command.ts';
import { membershipsReply } from './components/memberships.ts';
import { why } from './components/why.ts';

export const memberMemberships = defineMemberMenu({
  name: 'member-memberships',
  audience: 'admin',
  label: (words) => words.membership.menu,
  run: (context, { id }) => membershipsReply(context, id, false),
});

export const memberWhy = defineMemberMenu({
  name: 'member-why',
  audience: 'admin',
  label: (words) => words.membership.menuWhy,
  run: (context, { id }) => why(context, id),
});
