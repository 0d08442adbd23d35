import { counter } from '../format.ts';
import { code, joined, md, mentionOf, moment } from '../markdown.ts';

const count = counter('en');
const { channel, member, role } = mentionOf;

/** Describes the reason for holding a sweep. */
const about = (losses: number, missing: number | null) =>
  missing === null
    ? `${count(losses, 'role', 'roles')} would be removed at once`
    : `The Commerce Service no longer shows ${count(missing, 'membership', 'memberships')} that gave access`;

export const doctor = {
  description: 'Checks everything that Rolekeeper needs, and says how to fix what doesn’t work',
  allWell: 'Everything works',
  failed: (failed: number) => `${count(failed, 'thing doesn’t work', 'things don’t work')}`,
  warned: (warned: number) => `${count(warned, 'thing', 'things')} to look at`,
  again: 'Check again',
  checks: {
    token: 'Token',
    intents: 'Intents',
    permissions: 'Permissions',
    hierarchy: 'Roles',
    'log channel': 'Log channel',
    webhook: 'Webhook',
    delivery: 'Test delivery',
    key: 'API key',
    'platform clock': 'Clock (chat platform)',
    'service clock': 'Clock (Commerce Service)',
    database: 'Database',
    queue: 'Queue',
    sweep: 'Sweep',
    held: 'Pending decision',
    events: 'Events',
  },
  permissions: { 'manage roles': 'Manage Roles', 'kick members': 'Kick Members' },
  obstacles: {
    unknown: 'the channel no longer exists',
    elsewhere: 'it is in another server',
    'no text channel': 'it isn’t a text channel',
    hidden: 'the bot can’t see it; give it View Channel there',
    'read only': 'the bot can’t write there; give it Send Messages',
    'no cards': 'the bot’s messages would be empty there; give it Embed Links',
  },
  /** @param operatorIds the only accounts that may use `/webhooks` */
  TOKEN_TAKEN: (name: string, operatorIds: readonly string[]) =>
    operatorIds.length === 0
      ? md`The bot is ${name}. The platform names no operator for it, so nobody can use ${'/webhooks'}.`
      : md`The bot is ${name}, run by ${joined(operatorIds.map(member), ', ')}.`,
  INTENT_ENABLED: md`The Server Members intent is enabled.`,
  INTENT_MISSING: md`The Server Members intent is off. → Enable it in the developer portal, under Bot.`,
  PERMISSIONS_GIVEN: md`The bot has every permission that it needs.`,
  PERMISSION_MISSING: (name: string) =>
    md`${name} is missing. → Give it to the bot’s role in the server’s settings.`,
  NOTHING_MAPPED: md`No roles are mapped yet. → Map the first one with ${'/roles map'}.`,
  ROLES_IN_REACH: (roles: number) => md`The bot can give ${count(roles, 'mapped role', 'mapped roles')}.`,
  ROLE_DELETED: (id: string) =>
    md`The role ${code(id)} is mapped but was deleted. → Remove its mapping with ${'/roles unmap'}.`,
  ROLE_OUT_OF_REACH: (id: string, obstacle: string) => md`${role(id)} can’t be given. → ${obstacle}`,
  ROLE_POWERFUL: (id: string, powers: readonly string[]) =>
    md`${role(id)} allows ${powers.join(', ')}, and the server’s owner hasn’t confirmed that purchases may give it. → Remove these permissions from the role, or ask the owner to confirm them with ${'/roles map'}.`,
  NO_LOG_CHANNEL: md`No log channel is set, so problems aren’t reported. → Choose one with ${'/settings show'}.`,
  LOG_CHANNEL_WRITABLE: (id: string) => md`The bot can write in ${channel(id)}.`,
  LOG_CHANNEL_PUBLIC: (id: string) =>
    md`Every member of the server can read ${channel(id)} and see who has paid and what goes wrong. → Choose another channel with ${'/settings show'}, or remove View Channel from @everyone there.`,
  LOG_CHANNEL_UNUSABLE: (id: string, obstacle: string) =>
    md`${channel(id)} can’t be used: ${obstacle}. You can choose another channel with ${'/settings show'}.`,
  WEBHOOK_REGISTERED: (url: string) => md`The Commerce Service sends events to ${code(url)}.`,
  WEBHOOK_DISABLED: (url: string) =>
    md`The webhook for ${code(url)} is disabled. → Enable it in the Commerce Service.`,
  WEBHOOK_MISSING: (url: string) =>
    md`No webhook points to Rolekeeper, so it notices changes minutes late. → Register ${code(url)} in the Commerce Service.`,
  SERVICE_UNASKABLE: md`This Commerce Service can’t list its webhooks. → Check them in its dashboard.`,
  DELIVERY_SEEN: (milliseconds: number) =>
    md`A signed test delivery arrived after ${count(milliseconds, 'millisecond', 'milliseconds')}.`,
  DELIVERY_REFUSED: (url: string, status: number) =>
    md`${code(url)} refused a signed test delivery (${status}). → Set the same COMMERCE_WEBHOOK_SECRET everywhere.`,
  DELIVERY_NOT_STORED: (url: string) =>
    md`${code(url)} can’t store deliveries right now. → Check that its database answers and that its disk isn’t full.`,
  DELIVERY_UNREACHABLE: (url: string) =>
    md`Nothing answers at ${code(url)}. → Check PUBLIC_URL, and that it can be reached from outside.`,
  DELIVERY_ELSEWHERE: (url: string) =>
    md`Another program answers at ${code(url)}, or a Rolekeeper with another database. → Check PUBLIC_URL.`,
  KEY_TAKEN: md`The Commerce Service accepts our API key for reading and writing.`,
  KEY_REFUSED: md`The Commerce Service rejects our API key. → Set COMMERCE_API_KEY to a valid key.`,
  KEY_CANT_READ: md`Our API key has no read permission. → Grant it in the Commerce Service, or set COMMERCE_API_KEY to another key.`,
  KEY_CANT_WRITE: md`Our API key can read but not write, so memberships can’t be changed from here. → Grant it write permission in the Commerce Service.`,
  CLOCK_RIGHT: md`The clock is right.`,
  CLOCK_WRONG: (seconds: number) =>
    md`The clock of this machine is ${count(Math.abs(seconds), 'second', 'seconds')} ${seconds > 0 ? 'behind' : 'ahead'}. → Synchronize it with NTP: signatures contain the time.`,
  CLOCK_UNKNOWN: md`The answer contains no time, so our clock can’t be checked.`,
  DATABASE_FINE: (milliseconds: number, version: string) =>
    md`PostgreSQL ${version} answers in ${milliseconds} ms.`,
  DATABASE_SLOW: (milliseconds: number, version: string) =>
    md`PostgreSQL ${version} takes ${milliseconds} ms for a simple query. → Check its load and the network in between.`,
  DATABASE_GONE: md`Rolekeeper can’t reach it: nothing is stored, and all roles stay as they are. → Check that PostgreSQL is running, that DATABASE_URL is correct, and that the network allows the connection. Rolekeeper then resumes by itself.`,
  DATABASE_FULL: md`Its disk is full: nothing is stored, and all roles stay as they are. → Free up space. Rolekeeper then resumes by itself.`,
  NEEDS_DATABASE: md`This check needs the database.`,
  MIGRATIONS_PENDING: (migrations: number) =>
    md`${count(migrations, 'migration is', 'migrations are')} missing. → Restart Rolekeeper.`,
  QUEUE_FLOWS: (waiting: number) => md`${count(waiting, 'job waits', 'jobs wait')}.`,
  QUEUE_BEHIND: (waiting: number, oldest: Date | null) =>
    md`${count(waiting, 'job waits', 'jobs wait')}${oldest ? md`, the oldest was queued ${moment(oldest, 'relative')}` : ''}. → Check that a process runs the part “worker”.`,
  SWEEP_DONE: (at: Date) => md`Last full sweep: ${moment(at, 'relative')}.`,
  SWEEP_LATE: (at: Date) =>
    md`Last full sweep: ${moment(at, 'relative')}. → Check that a process runs the part “worker”.`,
  SWEEP_NEVER: md`No sweep has finished yet. → Start one with ${'/access sync'}.`,
  NOTHING_HELD: md`Nothing is waiting for an admin.`,
  SWEEP_HELD: (since: Date, losses: number, missing: number | null) =>
    md`${about(losses, missing)}. Since ${moment(since, 'time')}, that waits for an admin. → Decide in ${'/access problems'}.`,
  SWEEP_REFUSED: (since: Date, losses: number, missing: number | null) =>
    md`${about(losses, missing)}. An admin has refused that, so sweeps don’t remove these roles (asked ${moment(since, 'relative')}). → If that was a mistake, remove them with ${'/access problems'}.`,
  EVENT_RECEIVED: (at: Date) => md`The last event arrived ${moment(at, 'relative')}.`,
  EVENT_NEVER: md`No event has arrived yet. That is normal before the first purchase.`,
  EVENTS_UNWORKED: (events: number, oldest: Date) =>
    md`${count(events, 'event waits', 'events wait')} to be processed; the oldest arrived ${moment(oldest, 'relative')}. → ${'/access problems'} lists what failed.`,
  TIMED_OUT: md`There was no answer in time. → Check again in a minute.`,
  UNEXPECTED: md`This check failed unexpectedly. → The operator can find the cause in the log.`,
};
