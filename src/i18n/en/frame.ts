import { counter, pluralIn } from '../format.ts';
import { code, type Markdown, md } from '../markdown.ts';

const count = counter('en');
const plural = pluralIn('en');

export const frame = {
  notHere: 'This server isn’t set up for Rolekeeper. An operator can add it to DISCORD_GUILD_IDS.',
  notAllowed: 'You need the permission “Manage Server” for this.',
  notYours:
    'Only the person who ran this command can use its controls. Run the command yourself to get your own.',
  gone: 'This has expired. Run the command again.',
  done: 'This has already been done. Run the command again to see the current state.',
  outOfDate: 'The bot was updated since this was shown. Run the command again.',
  tooSlow: 'This took too long and may be only partly done. Check the current state, then try again.',
  databaseGone:
    'Rolekeeper can’t reach its database. No member loses a role meanwhile. Try again in a minute, but check the current state first. If the problem persists, tell the operator.',
  databaseFull:
    'The disk of Rolekeeper’s database is full. No member loses a role meanwhile. Ask the operator to free up space, then try again.',
  noControls:
    'The buttons are missing here because the database can’t store them right now. Run the command again later.',
  broken: 'Something unexpected went wrong. Please tell the operator.',
  failed: 'That didn’t work',
  errorId: (id: string) => md`-# Error ${code(id)}`,
  /** For faults that only the operator can fix. */
  errorIdForOperator: (id: string) => md`-# Error ${code(id)}: the operator can find it in the log.`,
  more: (lines: number) => md`-# … and ${count(lines, 'more line', 'more lines')}`,
  leftOut: (items: number): Markdown =>
    md`⚠️ ${count(items, 'item is', 'items are')} left out here: Rolekeeper can’t read what the Commerce Service sent about ${plural(items, 'it', 'them')}.`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  part: (part: number, parts: number) => `part ${part} of ${parts}`,
  previous: 'Back',
  next: 'Next',
  cancel: 'Cancel',
  cancelled: 'Nothing was changed.',
};
