import { code, md } from '../markdown.ts';

/** What every command may have to say. */
export const frame = {
  notHere: 'This server isn’t set up for Rolekeeper. An operator can add it to DISCORD_GUILD_IDS.',
  notAllowed: 'This is for people who may manage the server (permission “Manage Server”).',
  notYours: 'These controls belong to whoever ran the command. Run it yourself to get your own.',
  gone: 'This has expired. Run the command again.',
  done: 'This was done already. Run the command again to see how things stand.',
  outOfDate: 'The bot has changed since this was shown. Run the command again.',
  tooSlow:
    'This took too long, and it isn’t known how far it got. Look at the present state, then try again.',
  broken: 'Something went wrong that shouldn’t have. Nobody has to do anything but tell the operator.',
  failed: 'That didn’t work',
  errorId: (id: string) => md`-# Error ${code(id)}: the operator finds it in the log.`,
  more: (count: number) => md`-# … and ${count} more lines`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: 'Back',
  next: 'Next',
  cancel: 'Cancel',
  cancelled: 'Nothing was changed.',
};
