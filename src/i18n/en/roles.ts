import Type, { type Static } from 'typebox';
import { counter } from '../format.ts';
import { code, type Markdown, md, mentionOf } from '../markdown.ts';

const count = counter('en');

const { role } = mentionOf;

/** Permissions that could be used to take over or harm a server, as the platform names them. */
export const Power = Type.Enum([
  ...['Administrator', 'Manage Server', 'Manage Roles', 'Manage Channels', 'Manage Webhooks'],
  ...['Ban Members', 'Kick Members', 'Mention Everyone'],
] as const);
export type Power = Static<typeof Power>;

const powers: Readonly<Record<Power, string>> = {
  Administrator: 'Administrator',
  'Manage Server': 'Manage Server',
  'Manage Roles': 'Manage Roles',
  'Manage Channels': 'Manage Channels',
  'Manage Webhooks': 'Manage Webhooks',
  'Ban Members': 'Ban Members',
  'Kick Members': 'Kick Members',
  'Mention Everyone': 'Mention Everyone',
};

export const roles = {
  description: 'Shows and changes which products and plans give which roles',
  list: 'Lists which products and plans give which roles, and on what terms',
  map: 'Maps a product or plan to a role: shows what would change, then asks for confirmation',
  unmap: 'Removes a mapping: shows what would change, then asks for confirmation',
  preview: 'Shows what a mapping would change, without saving it',
  per: 'How many per page',
  role: 'The role to give',
  source: 'The product or plan that gives it',
  condition: 'While the membership gives access (default), or while a payment is late',
  conditions: { valid: 'While it gives access', past_due: 'While a payment is late' },
  atEnd: 'What happens when the membership ends',
  atEnds: { remove: 'Remove the role', keep: 'Keep the role', kick: 'Remove the member from the server' },
  graceDays: 'Days the role stays after an end that may be accidental, such as a late payment',
  orphans: 'What to do if a member has the role from neither a membership nor Rolekeeper',
  orphanses: { keep: 'Keep the role', strip: 'Remove the role' },
  screening: 'Wait until new members have passed the server’s screening',
  mapping: 'The mapping',
  titles: {
    list: 'Role mappings',
    map: 'Save this mapping?',
    unmap: 'Remove this mapping?',
    preview: 'What this mapping would change',
    mapped: 'Mapping saved',
    unmapped: 'Mapping removed',
    gone: 'This mapping doesn’t exist',
  },
  none: md`No roles are mapped yet. Map the first one with ${'/roles map'}.`,
  noSuch: md`It may have been removed in the meantime. ${'/roles list'} shows all mappings.`,
  gives: (source: string, id: string, roleId: string): Markdown =>
    source === id
      ? md`${code(id)} gives ${role(roleId)}`
      : md`**${source}** (${code(id)}) gives ${role(roleId)}`,
  unknownSource: (id: string): Markdown =>
    md`⚠️ No product or plan on sale has the id ${code(id)}. Check the id. Archived plans and quick links aren’t searched.`,
  sameAsBefore: md`-# This mapping already exists with the same terms.`,
  replaces: (before: string, after: string): Markdown =>
    md`🔁 This changes the existing mapping: ${before} → **${after}**`,
  terms: {
    pastDue: 'only while a payment is late',
    keep: 'kept at the end',
    kick: 'at the end the member is removed from the server',
    grace: (days: number) => `${count(days, 'day', 'days')} of grace`,
    strip: 'removed from members without a membership',
    noScreening: 'given before the screening',
    usual: 'removed at the end',
  },
  powers,
  gainsPowers: (roleId: string, names: readonly Power[]): Markdown =>
    md`🔑 **${role(roleId)} is a powerful role:** it allows ${names.map((name) => powers[name]).join(', ')}. Every member who gets it through this mapping, now or later, can do that, even through a quick link.`,
  givePowers: 'Yes, give this power',
  save: 'Save',
  end: 'Remove',
  saved: md`All members are being checked now. The log channel reports the changes.`,
};
