import { counter } from '../format.ts';
import { code, type Markdown, md } from '../markdown.ts';

const count = counter('en');

export const frame = {
  notHere: 'This server isn’t set up for Rolekeeper. An operator can add it to DISCORD_GUILD_IDS.',
  notAllowed: 'This is for people who may manage the server (permission “Manage Server”).',
  notYours: 'These controls belong to whoever ran the command. Run it yourself to get your own.',
  gone: 'This has expired. Run the command again.',
  done: 'This was done already. Run the command again to see how things stand.',
  outOfDate: 'The bot has changed since this was shown. Run the command again.',
  tooSlow:
    'This took too long, and it isn’t known how far it got. Look at the present state, then try again.',
  databaseGone:
    'Rolekeeper can’t reach its database. Nobody loses a role meanwhile. Try again in a minute, and look first how things stand; if it stays so, tell the operator.',
  databaseFull:
    'Rolekeeper’s database has no room left on its disk. Nobody loses a role meanwhile. Tell the operator to make room, then try again.',
  noControls:
    'There is nothing to press here, as the database can’t keep it now. Run the command again later.',
  broken: 'Something went wrong that shouldn’t have. Please tell the operator.',
  failed: 'That didn’t work',
  errorId: (id: string) => md`-# Error ${code(id)}`,
  /** For faults that only the operator can fix. */
  errorIdForOperator: (id: string) => md`-# Error ${code(id)}: the operator finds it in the log.`,
  more: (count: number) => md`-# … and ${count} more lines`,
  leftOut: (items: number): Markdown =>
    md`⚠️ ${count(items, 'item is', 'items are')} left out here: what the Commerce Service says of ${items === 1 ? 'it' : 'them'} makes no sense.`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  part: (part: number, parts: number) => `part ${part} of ${parts}`,
  previous: 'Back',
  next: 'Next',
  cancel: 'Cancel',
  cancelled: 'Nothing was changed.',
};
