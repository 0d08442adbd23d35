import { defineSimpleCommand } from '../src/discord/commands/command.ts';
import { membershipsReply } from './components/memberships.ts';

export default defineSimpleCommand({
  name: 'membership',
  audience: 'everyone',
  description: (words) => words.membership.description,
  options: {},
  run: (context) => membershipsReply(context, context.userId, true),
});
