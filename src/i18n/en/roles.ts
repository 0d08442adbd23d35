import { code, type Markdown, md, mentionOf } from '../markdown.ts';

const { role } = mentionOf;

/** Permissions that could be used to take over or harm a server, as the platform names them. */
const powers = {
  Administrator: 'Administrator',
  'Manage Server': 'Manage Server',
  'Manage Roles': 'Manage Roles',
  'Manage Channels': 'Manage Channels',
  'Manage Webhooks': 'Manage Webhooks',
  'Ban Members': 'Ban Members',
  'Kick Members': 'Kick Members',
  'Mention Everyone': 'Mention Everyone',
};
export type Power = keyof typeof powers;

export const roles = {
  description: 'Which products and plans give which roles',
  list: 'Lists what gives which role, and on what terms',
  map: 'Has a product or plan give a role: shows what would change, then asks',
  unmap: 'Ends that a product or plan gives a role: shows what would change, then asks',
  preview: 'Shows what a mapping would change, without saving it',
  per: 'How many on a page',
  role: 'The role to give',
  source: 'The product or plan that gives it',
  condition: 'While the membership gives access (the usual), or while a payment is late',
  conditions: { valid: 'While it gives access', past_due: 'While a payment is late' },
  atEnd: 'What becomes of the role at the end',
  atEnds: { remove: 'Take the role', keep: 'Let them keep it', kick: 'Remove the member from the server' },
  graceDays: 'Days that the role stays after an end that may be a mishap, such as a late payment',
  orphans: 'What becomes of the role on those whom no membership gives it and who don’t have it from us',
  orphanses: { keep: 'Let them keep it', strip: 'Take it' },
  screening: 'Wait until a newcomer has passed the server’s screening',
  mapping: 'Which one',
  titles: {
    list: 'What gives which role',
    map: 'Save this?',
    unmap: 'End this?',
    preview: 'This is what it would change',
    mapped: 'Saved',
    unmapped: 'Ended',
    gone: 'There is no such mapping',
  },
  none: md`Nothing gives a role yet. ${'/roles map'} starts with one.`,
  noSuch: md`It may have been ended meanwhile. ${'/roles list'} shows what there is.`,
  gives: (source: string, id: string, roleId: string): Markdown =>
    source === id
      ? md`${code(id)} gives ${role(roleId)}`
      : md`**${source}** (${code(id)}) gives ${role(roleId)}`,
  unknownSource: (id: string): Markdown =>
    md`⚠️ Nothing on sale has the id ${code(id)}: check it. Archived plans and quick links aren’t looked at.`,
  sameAsBefore: md`-# It is there already, on these very terms.`,
  replaces: (before: string, after: string): Markdown => md`🔁 It is there already: ${before} → **${after}**`,
  terms: {
    pastDue: 'only while a payment is late',
    keep: 'kept at the end',
    kick: 'at the end the member is removed from the server',
    grace: (days: number) => (days === 1 ? '1 day of grace' : `${days} days of grace`),
    strip: 'taken from whom no membership gives it',
    noScreening: 'given before the screening',
    usual: 'taken at the end',
  },
  powers,
  gainsPowers: (roleId: string, names: readonly Power[]): Markdown =>
    md`🔑 **${role(roleId)} is a role with power:** it allows ${names.map((name) => powers[name]).join(', ')}. Everybody who gets it by this, now or later, by a quick link too, can do that.`,
  givePowers: 'Yes, give this power',
  save: 'Save',
  end: 'End it',
  saved: md`Everybody is being compared now; the log channel tells what changes.`,
};
