import Type, { type Static } from 'typebox';
import { counter, pluralIn } from '../format.ts';
import { Power } from './roles.ts';

const count = counter('en');
const plural = pluralIn('en');

/** What the texts of faults may contain. Jobs store it, so it is plain data. */
export const FaultDetails = Type.Object({
  /** The other side's own words; empty if it sent none. */
  said: Type.String(),
  /** HTTP status of the answer; 0 if there was none. */
  status: Type.Integer(),
  /** Seconds until a retry makes sense. */
  seconds: Type.Integer(),
  /** Number of role changes. */
  changes: Type.Integer(),
  /** Highest number of days allowed. */
  most: Type.Integer(),
  /** The dangerous permissions of a role. */
  powers: Type.Array(Power),
  thing: Type.Enum(['membership', 'plan', 'webhook', 'thing']),
  /** What the Commerce Service can't do. */
  operation: Type.Enum([
    ...['list memberships', 'list plans', 'list products', 'list promo codes', 'list webhooks'],
    ...['list deliveries', 'look up memberships', 'search memberships by that', 'terminate memberships'],
    ...['cancel at the end of a period', 'undo a cancellation', 'add free days', 'create plans'],
    ...['make quick links', 'register webhooks', 'rotate secrets of webhooks', 'switch webhooks on and off'],
    'do that',
  ] as const),
  /** What may go wrong when an order is repeated whose outcome is unknown. */
  risk: Type.Enum(['days added twice', 'two plans', 'two webhooks', 'secret lost', 'twice']),
});
export type FaultDetails = Static<typeof FaultDetails>;
type Details<Name extends keyof FaultDetails> = Pick<FaultDetails, Name>;

const itSays = (said: string): string => (said === '' ? '' : ` It says: ${said}`);

const risks: Readonly<Record<FaultDetails['risk'], string>> = {
  'days added twice': 'Check the membership before you try again, or the days may be added twice.',
  'two plans': 'Check the list of plans before you try again, or there may be two.',
  'two webhooks': 'Check the list of webhooks before you try again, or there may be two.',
  'secret lost': 'If it did, the new secret is lost: rotate it again.',
  twice: 'Check the current state before you try again, or it may happen twice.',
};

/** Every error that people see in the chat, by its code: the cause and the remedy. */
export const faults = {
  COMMERCE_UNAVAILABLE: ({ status, said }: Details<'status' | 'said'>) =>
    status === 0
      ? 'The Commerce Service can’t be reached. Try again in a minute. If the problem persists, check COMMERCE_URL.'
      : `The Commerce Service is failing (${status}). Try again in a minute.${itSays(said)}`,
  COMMERCE_UNASKABLE: 'The Commerce Service no longer lets us look up memberships.',
  COMMERCE_CONTRADICTORY: 'The Commerce Service can’t find a membership that it has just listed.',
  COMMERCE_REFUSED: ({ said }: Details<'said'>) =>
    `The Commerce Service rejects our API key (401). Set COMMERCE_API_KEY to a valid key.${itSays(said)}`,
  COMMERCE_FORBIDDEN: ({ said }: Details<'said'>) =>
    `Our API key isn’t allowed to do this (403). Grant it the permission in the Commerce Service, or set COMMERCE_API_KEY to another key.${itSays(said)}`,
  COMMERCE_NOT_FOUND: ({ thing }: Details<'thing'>) =>
    `The Commerce Service has no such ${thing}. Check the id, or pick one from the list.`,
  COMMERCE_UNABLE: ({ operation }: Details<'operation'>) =>
    `Rolekeeper can’t ${operation} in this Commerce Service. Use its dashboard instead.`,
  COMMERCE_DECLINED: ({ status, said }: Details<'status' | 'said'>) =>
    `The Commerce Service declined this (${status}).${itSays(said)}`,
  COMMERCE_BUSY: ({ seconds }: Details<'seconds'>) =>
    `The Commerce Service is getting too many requests. Try again in ${seconds} s.`,
  COMMERCE_SLOW: 'The Commerce Service is taking too long. Try again in a minute.',
  COMMERCE_ELSEWHERE: ({ status }: Details<'status'>) =>
    `The Commerce Service redirects us to another address (${status}). Set COMMERCE_URL to its real address.`,
  COMMERCE_UNREADABLE:
    'The Commerce Service sent an answer that Rolekeeper can’t read. Try again in a minute.',
  COMMERCE_UNKNOWN_OUTCOME: ({ risk }: Details<'risk'>) =>
    `The Commerce Service may or may not have done this: it sent no clear answer. ${risks[risk]}`,
  ORDERED_ALREADY: 'This was already ordered. Check the current state.',
  DISCORD_UNREADABLE: 'The chat platform sent an answer that Rolekeeper can’t read. Try again in a minute.',
  DISCORD_UNAVAILABLE: 'The chat platform isn’t answering properly. Try again in a minute.',
  DISCORD_FIREWALL:
    'A firewall in front of the chat platform blocks us. Rolekeeper pauses its calls for a minute.',
  DISCORD_TOKEN_REFUSED: 'The chat platform rejects our token. Check DISCORD_TOKEN.',
  COMMUNITY_REFUSED: ({ said }: Details<'said'>) =>
    said === '' ? 'The chat platform refuses this.' : `The chat platform answered ${said}`,
  ACCOUNT_REFUSED: ({ said }: Details<'said'>) =>
    `The chat platform refuses the bot’s changes for this account, and for no other (${said}). If the buyer gave a wrong account, ask them to link their own. The bot tries again with each sweep.`,
  ROLE_FORBIDDEN:
    'The bot may not change this role. Give it Manage Roles and drag its role above this one in the server’s settings.',
  ROLE_CONTESTED:
    'Another bot or an admin keeps undoing the bot’s changes to this role. Look in the server’s audit log to see who it is, and make them stop. Until then, the bot tries once with each sweep.',
  ROLE_DELETED: 'This role was deleted. Map the plan to another role.',
  ROLE_UNGIVABLE: 'This role belongs to an integration or to everyone, and nobody can give it by hand.',
  ROLE_OF_EVERYBODY: 'Every member already has this role.',
  ROLE_MANAGED: 'This role belongs to an integration, and nobody can give it by hand.',
  ROLE_TOO_HIGH:
    'This role is at or above the bot’s own highest one. Drag the bot’s role above it in the server’s settings.',
  MANAGE_ROLES_MISSING:
    'The bot lacks the permission Manage Roles. Give it to the bot’s role in the server’s settings.',
  KICK_FORBIDDEN:
    'The bot may not remove this member. Give it Kick Members and drag its role above theirs in the server’s settings.',
  NO_MEMBER_LIST:
    'The bot can’t list the members of this server, so it can’t find changes that it missed. Enable the Server Members intent in the developer portal; if the bot was removed from the server, invite it again.',
  APPROVED_ELSEWHERE:
    'The admins of another server that sells the same memberships have just confirmed that these have ended, and the roles are already being removed. Agree on this with them.',
  REFUSED_ELSEWHERE:
    'The admins of another server that sells the same memberships have decided to remove no roles. Agree on this with them. They can change their decision with /access problems there.',
  MEMBERSHIPS_UNREADABLE: ({ said }: Details<'said'>) =>
    `Rolekeeper can’t read what the Commerce Service sent about some memberships (${said}), so their members keep their roles. Ask the operator to check the service. Once its answers can be read again, this goes away by itself.`,
  SERVER_HIDDEN: 'The bot can’t see this server any more. Invite it again.',
  SERVER_LEFT: 'The bot is not in this server. Invite it, or remove the mapping.',
  MAPPING_DAYS: ({ most }: Details<'most'>) => `The days of grace must be a whole number from 0 to ${most}.`,
  MAPPING_SOURCE:
    'Map the role to a product or plan: choose one, or give an id that starts with prod_ or plan_.',
  MAPPING_ROLE: 'This role doesn’t exist in this server. It may have been deleted.',
  OPERATORS_ONLY:
    'This affects every server of this bot, so only its operators may use it: the owner of its application in the developer portal, or the team’s owner, admins and developers. Ask one of them.',
  YOU_MAY_NOT_MANAGE_ROLES:
    'To decide who gets a role, you need the permission Manage Roles. Ask an admin who has it.',
  ROLE_ABOVE_YOU:
    'This role is at or above your highest role, so you couldn’t give it by hand either. Ask an admin whose highest role is above it.',
  YOU_MAY_NOT_KICK:
    'This can remove members from the server, so you need the permission Kick Members. Ask an admin who has it, or choose something else to happen at the end with /roles map.',
  YOU_MAY_NOT_KICK_ELSEWHERE:
    'This can also remove the member from another server with this bot, so you need the permission Kick Members there. Ask an admin who has it there.',
  ROLE_OWNERS_ONLY: ({ powers }: Details<'powers'>) =>
    `This role allows ${powers.join(', ')}. Buyers could do that too, so only the server’s owner can map it.`,
  POWERS_UNCONFIRMED: ({ powers }: Details<'powers'>) =>
    `This role allows ${powers.join(', ')}, which is more than you confirmed. Map it again and check what it allows now.`,
  SETTINGS_INVALID: ({ most }: Details<'most'>) => `Give the days as a whole number from 0 to ${most}.`,
  DAYS_OUT_OF_RANGE: ({ most }: Details<'most'>) => `Linking can be forbidden for 1 to ${most} days.`,
  OPTIONS_OUT_OF_DATE: 'This command has changed. Enter it again.',
  TEXT_NOT_STORABLE: 'This text contains an invisible character that can’t be stored. Type it again.',
  FORM_INCOMPLETE: 'The form came back incomplete. Open it again.',
  CHANGE_DID_NOT_STICK: ({ changes }: Details<'changes'>) =>
    `The chat platform accepted ${count(changes, 'role change', 'role changes')} but did not keep ${plural(changes, 'it', 'them')}.`,
  LOCK_BUSY: 'Another change in this server is taking very long. Try again in a minute.',
  LOCK_LOST: 'Another instance has taken over this server.',
  MEMBERSHIP_NOT_SETTLED_YET:
    'The Commerce Service contradicts an event that it has just sent about a membership. Rolekeeper keeps asking for a minute.',
  MEMBERSHIP_NOT_FOUND_YET:
    'The Commerce Service can’t find a membership that it has just sent an event about. Rolekeeper keeps asking for a minute.',
  LOG_CHANNEL_CLOSED:
    'The log channel can’t be written to. Give the bot View Channel, Send Messages and Embed Links there, or choose another one with /settings show.',
  LOG_CHANNEL_UNKNOWN: 'This channel no longer exists. Choose another one.',
  LOG_CHANNEL_ELSEWHERE: 'This channel is in another server. Choose one of this server.',
  LOG_CHANNEL_NO_TEXT: 'This isn’t a text channel. Choose a text channel.',
  LOG_CHANNEL_HIDDEN: 'The bot can’t see this channel. Give it View Channel there, or choose another one.',
  LOG_CHANNEL_READ_ONLY:
    'The bot can’t write in this channel. Give it Send Messages there, or choose another one.',
  LOG_CHANNEL_NO_CARDS:
    'The bot’s messages would be empty in this channel. Give it Embed Links there, or choose another one.',
  TIMED_OUT: 'It took too long.',
  UNEXPECTED: 'Something unexpected went wrong. The operator can find it in the log.',
};
