import type { Context } from '../../src/discord/commands/context.ts';
import { faultText } from '../../src/i18n/chat-fault.ts';
import type { Words } from '../../src/i18n/index.ts';
import { type Markdown, md } from '../../src/i18n/markdown.ts';

export type Finding = Awaited<ReturnType<Context['features']['doctor']['examine']>>[number];

/** Describes a finding of the doctor, with its remedy if there is one. */
export function findingText({ doctor: words, faults, roles }: Words, found: Finding): Markdown {
  switch (found.code) {
    case 'TOKEN_TAKEN':
      return words.TOKEN_TAKEN(found.name, found.operatorIds);
    case 'PERMISSION_MISSING':
      return words.PERMISSION_MISSING(words.permissions[found.permission]);
    case 'ROLES_IN_REACH':
    case 'MIGRATIONS_PENDING':
      return words[found.code](found.count);
    case 'ROLE_DELETED':
      return words.ROLE_DELETED(found.roleId);
    case 'ROLE_OUT_OF_REACH':
      return words.ROLE_OUT_OF_REACH(found.roleId, faultText(faults, found.obstacle));
    case 'ROLE_POWERFUL':
      return words.ROLE_POWERFUL(
        found.roleId,
        found.powers.map((power) => roles.powers[power]),
      );
    case 'LOG_CHANNEL_WRITABLE':
    case 'LOG_CHANNEL_PUBLIC':
      return words[found.code](found.channelId);
    case 'LOG_CHANNEL_UNUSABLE':
      return words.LOG_CHANNEL_UNUSABLE(found.channelId, words.obstacles[found.obstacle]);
    case 'WEBHOOK_REGISTERED':
    case 'WEBHOOK_DISABLED':
    case 'WEBHOOK_MISSING':
    case 'DELIVERY_NOT_STORED':
    case 'DELIVERY_UNREACHABLE':
    case 'DELIVERY_ELSEWHERE':
      return words[found.code](found.url);
    case 'DELIVERY_REFUSED':
      return words.DELIVERY_REFUSED(found.url, found.status);
    case 'DELIVERY_SEEN':
      return words.DELIVERY_SEEN(found.milliseconds);
    case 'CLOCK_WRONG':
      return words.CLOCK_WRONG(found.seconds);
    case 'DATABASE_FINE':
    case 'DATABASE_SLOW':
      return words[found.code](found.milliseconds, found.version);
    case 'QUEUE_FLOWS':
      return words.QUEUE_FLOWS(found.waiting);
    case 'QUEUE_BEHIND':
      return words.QUEUE_BEHIND(found.waiting, found.oldest);
    case 'SWEEP_DONE':
    case 'SWEEP_LATE':
    case 'EVENT_RECEIVED':
      return words[found.code](found.at);
    case 'SWEEP_HELD':
    case 'SWEEP_REFUSED':
      return words[found.code](found.since, found.losses, found.missing);
    case 'EVENTS_UNWORKED':
      return words.EVENTS_UNWORKED(found.count, found.oldest);
    case 'FAULT':
      return md`${faultText(faults, found.fault)}`;
    default:
      return words[found.code];
  }
}
