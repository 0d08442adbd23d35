import { counter } from '../format.ts';
import { code, joined, md, mentionOf, moment } from '../markdown.ts';

const count = counter('en');
const { channel, member, role } = mentionOf;

/** Describes the reason for holding a sweep. */
const about = (losses: number, missing: number | null) =>
  missing === null
    ? `${count(losses, 'role', 'roles')} would be taken at once`
    : `The Commerce Service doesn’t show ${count(missing, 'membership', 'memberships')} that gave access until now`;

export const doctor = {
  description: 'Looks whether everything works that Rolekeeper needs, and tells the cure where it doesn’t',
  allWell: 'All is in order',
  failed: (failed: number) => `${count(failed, 'thing doesn’t work', 'things don’t work')}`,
  warned: (warned: number) => `${count(warned, 'thing', 'things')} to look at`,
  again: 'Look again',
  checks: {
    token: 'Token',
    intents: 'Intents',
    permissions: 'Permissions',
    hierarchy: 'Roles',
    'log channel': 'Log channel',
    webhook: 'Webhook',
    delivery: 'Test delivery',
    key: 'API key',
    'platform clock': 'Clock, by the chat platform',
    'service clock': 'Clock, by the Commerce Service',
    database: 'Database',
    queue: 'Queue',
    sweep: 'Comparison',
    held: 'Decision',
    events: 'Events',
  },
  permissions: { 'manage roles': 'Manage Roles', 'kick members': 'Kick Members' },
  obstacles: {
    unknown: 'there is no such channel any more',
    elsewhere: 'it is in another server',
    'no text channel': 'it is no text channel',
    hidden: 'the bot can’t see it; give it View Channel there',
    'read only': 'the bot may not write there; give it Send Messages',
    'no cards': 'the bot’s messages would be empty there; give it Embed Links',
  },
  /** @param operatorIds the only accounts that may use `/webhooks` */
  TOKEN_TAKEN: (name: string, operatorIds: readonly string[]) =>
    operatorIds.length === 0
      ? md`The bot is ${name}. The platform names nobody who runs it, so nobody may use ${'/webhooks'}.`
      : md`The bot is ${name}, run by ${joined(operatorIds.map(member), ', ')}.`,
  INTENT_ENABLED: md`The Server Members intent is enabled.`,
  INTENT_MISSING: md`The Server Members intent is off. → Enable it in the developer portal, under Bot.`,
  PERMISSIONS_GIVEN: md`The bot has every permission that it needs.`,
  PERMISSION_MISSING: (name: string) =>
    md`${name} is missing. → Give it to the bot’s role in the server’s settings.`,
  NOTHING_MAPPED: md`Nothing gives a role yet. → ${'/roles map'} starts with one.`,
  ROLES_IN_REACH: (roles: number) => md`The bot can give ${count(roles, 'mapped role', 'mapped roles')}.`,
  ROLE_DELETED: (id: string) =>
    md`The role ${code(id)} is mapped but was deleted. → End its mapping with ${'/roles unmap'}.`,
  ROLE_OUT_OF_REACH: (id: string, obstacle: string) => md`${role(id)} can’t be given. → ${obstacle}`,
  ROLE_POWERFUL: (id: string, powers: readonly string[]) =>
    md`${role(id)} allows ${powers.join(', ')}, and the server’s owner hasn’t confirmed that purchases give it. → Take that from the role, or have the owner confirm it with ${'/roles map'}.`,
  NO_LOG_CHANNEL: md`There is none, so nobody is told of problems. → Choose one with ${'/settings show'}.`,
  LOG_CHANNEL_WRITABLE: (id: string) => md`The bot can write in ${channel(id)}.`,
  LOG_CHANNEL_PUBLIC: (id: string) =>
    md`Everybody in the server can read ${channel(id)}: who has paid, and what goes wrong. → Choose another one with ${'/settings show'}, or take View Channel there from @everyone.`,
  LOG_CHANNEL_UNUSABLE: (id: string, obstacle: string) =>
    md`${channel(id)} can’t be used: ${obstacle}. Another one can be chosen with ${'/settings show'}.`,
  WEBHOOK_REGISTERED: (url: string) => md`The Commerce Service tells ${code(url)} what happens.`,
  WEBHOOK_DISABLED: (url: string) =>
    md`The webhook for ${code(url)} is switched off. → Switch it on at the Commerce Service.`,
  WEBHOOK_MISSING: (url: string) =>
    md`No webhook leads to us, so changes are found minutes late. → Register ${code(url)} at the Commerce Service.`,
  SERVICE_UNASKABLE: md`This Commerce Service doesn’t tell which webhooks it has. → Look in its dashboard.`,
  DELIVERY_SEEN: (milliseconds: number) =>
    md`A signed delivery to ourselves came in after ${count(milliseconds, 'millisecond', 'milliseconds')}.`,
  DELIVERY_REFUSED: (url: string, status: number) =>
    md`${code(url)} refused a signed delivery (${status}). → The same COMMERCE_WEBHOOK_SECRET has to be set everywhere.`,
  DELIVERY_NOT_STORED: (url: string) =>
    md`${code(url)} can’t store a signed delivery now. → Look at its database: does it answer, and has its disk room?`,
  DELIVERY_UNREACHABLE: (url: string) =>
    md`Nothing answers at ${code(url)}. → Check PUBLIC_URL and the way there from outside.`,
  DELIVERY_ELSEWHERE: (url: string) =>
    md`Something else than Rolekeeper answers at ${code(url)}, or one with another database. → Check PUBLIC_URL.`,
  KEY_TAKEN: md`The Commerce Service takes our key, for reading and writing.`,
  KEY_REFUSED: md`The Commerce Service refuses our key. → Set COMMERCE_API_KEY to one that is good.`,
  KEY_CANT_READ: md`Our key may not read. → Give it the right at the Commerce Service, or set another COMMERCE_API_KEY.`,
  KEY_CANT_WRITE: md`Our key may read but not write, so memberships can’t be changed from here. → Give it the right.`,
  CLOCK_RIGHT: md`The clock is right.`,
  CLOCK_WRONG: (seconds: number) =>
    md`The clock of this machine is ${count(Math.abs(seconds), 'second', 'seconds')} ${seconds > 0 ? 'behind' : 'ahead'}. → Have it set by NTP: signatures have a time.`,
  CLOCK_UNKNOWN: md`The other side doesn’t tell its time, so nothing is known of ours.`,
  DATABASE_FINE: (milliseconds: number, version: string) =>
    md`PostgreSQL ${version} answers in ${milliseconds} ms.`,
  DATABASE_SLOW: (milliseconds: number, version: string) =>
    md`PostgreSQL ${version} takes ${milliseconds} ms for an easy question. → Look at its load and at the way to it.`,
  DATABASE_GONE: md`It can’t be reached: nothing is stored, and all roles stay as they are. → See that PostgreSQL runs, that DATABASE_URL is right and the way there open. Rolekeeper then goes on by itself.`,
  DATABASE_FULL: md`Its disk is full: nothing is stored, and all roles stay as they are. → Make room there. Rolekeeper then goes on by itself.`,
  NEEDS_DATABASE: md`This can’t be told without the database.`,
  MIGRATIONS_PENDING: (migrations: number) =>
    md`${count(migrations, 'migration is', 'migrations are')} missing. → Restart Rolekeeper.`,
  QUEUE_FLOWS: (waiting: number) => md`${count(waiting, 'job waits', 'jobs wait')}.`,
  QUEUE_BEHIND: (waiting: number, oldest: Date | null) =>
    md`${count(waiting, 'job waits', 'jobs wait')}${oldest ? md`, the oldest since ${moment(oldest, 'relative')}` : ''}. → See that a process runs the part “worker”.`,
  SWEEP_DONE: (at: Date) => md`Everybody was compared ${moment(at, 'relative')}.`,
  SWEEP_LATE: (at: Date) =>
    md`Everybody was compared last ${moment(at, 'relative')}. → See that a process runs the part “worker”.`,
  SWEEP_NEVER: md`Nobody was compared yet. → ${'/access sync'} does it now.`,
  NOTHING_HELD: md`None waits for an admin.`,
  SWEEP_HELD: (since: Date, losses: number, missing: number | null) =>
    md`${about(losses, missing)}: since ${moment(since, 'time')} nothing is taken from anybody before an admin decides. → Do so in ${'/access problems'}.`,
  SWEEP_REFUSED: (since: Date, losses: number, missing: number | null) =>
    md`${about(losses, missing)}: an admin has refused that, so nothing is taken (asked ${moment(since, 'relative')}). → ${'/access problems'} takes the roles after all, if that was wrong.`,
  EVENT_RECEIVED: (at: Date) => md`The last one came in ${moment(at, 'relative')}.`,
  EVENT_NEVER: md`None came in yet. That is all right before the first purchase.`,
  EVENTS_UNWORKED: (events: number, oldest: Date) =>
    md`${count(events, 'event waits', 'events wait')} to be worked, the oldest since ${moment(oldest, 'relative')}. → ${'/access problems'} lists what failed.`,
  TIMED_OUT: md`There was no answer in time. → Look again in a minute.`,
  UNEXPECTED: md`This couldn’t be looked at. → The operator finds why in the log.`,
};
