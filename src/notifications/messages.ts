import type { Content } from '../access/problems/announcements.ts';
import { columnsOf } from '../access/problems/subject.ts';
import { inWords } from '../access/sync/reasons.ts';
import { storedFaultText } from '../i18n/chat-fault.ts';
import type { Words } from '../i18n/index.ts';
import { joined, type Markdown, md, mentionOf } from '../i18n/markdown.ts';
import type { Message } from './messenger.ts';

type Change = Extract<Content, { kind: 'grant' | 'revoke' | 'kick' }>;
type NotificationWords = Words['notifications'];

/** Members named in one line of a digest; the others are counted. */
const NAMED = 10;

/** Renders a single role change for the log channel. */
export function changeMessage(
  { notifications: words, reasons: known }: Words,
  { kind, userId, roleId, reasons }: Change,
): Message {
  const reason = inWords(reasons, known).join(' ');
  const text =
    kind === 'kick' || roleId === null
      ? words.kicked(userId)
      : words[kind === 'grant' ? 'granted' : 'revoked'](userId, roleId);
  return { tone: kind === 'grant' ? 'good' : 'neutral', text: md`${text}\n-# ${reason}`.text };
}

/** Renders many role changes as one message, with a line for each role. */
export function digestMessage(words: NotificationWords, changes: readonly Change[]): Message {
  const lines = Map.groupBy(changes, ({ kind, roleId }) => `${kind} ${roleId ?? ''}`);
  const text = [...lines.values()].map((some) => {
    const people = [...new Set(some.map(({ userId }) => userId))];
    return md`${digestTitle(words, some[0], people.length)}\n${nameSome(words, people)}`;
  });
  return { tone: 'neutral', title: words.changes(changes.length), text: joined(text, '\n').text };
}

function digestTitle(words: NotificationWords, first: Change | undefined, count: number): Markdown {
  if (!first || first.kind === 'kick' || first.roleId === null) return words.manyKicked(count);
  return words[first.kind === 'grant' ? 'manyGranted' : 'manyRevoked'](count, first.roleId);
}

function nameSome(words: NotificationWords, userIds: readonly string[]): Markdown {
  const named = joined(userIds.slice(0, NAMED).map(mentionOf.member), ', ');
  const others = userIds.length - Math.min(userIds.length, NAMED);
  return others > 0 ? md`${named}${words.andMore(others)}` : named;
}

/** Renders a problem that only a person can fix, or the news that it is fixed. */
export function problemMessage(
  { notifications: words, faults }: Words,
  {
    kind,
    subject,
    problem: message,
    code = null,
    said = '',
  }: Extract<Content, { kind: 'problem' | 'mended' }>,
): Message {
  const problem = storedFaultText(faults, { code, message, details: { said } });
  const { userId, roleId } = columnsOf(subject);
  const names = [...(userId ? [mentionOf.member(userId)] : []), ...(roleId ? [mentionOf.role(roleId)] : [])];
  const about = names.length > 0 ? md`${joined(names, ', ')}: ` : '';
  return kind === 'problem'
    ? { tone: 'warning', title: words.problem, text: md`${about}${problem}`.text }
    : { tone: 'good', title: words.mended, text: md`${about}~~${problem}~~`.text };
}

/** Renders the question about a held sweep: too many roles would go, or memberships have disappeared. */
export function heldMessage(
  words: NotificationWords,
  { roles, missing }: Extract<Content, { kind: 'held' }>,
): Message {
  if (missing !== undefined)
    return { tone: 'warning', title: words.held, text: words.heldMissing(missing).text };
  const lines = roles.map(({ roleId, holders, losses }) => words.heldRole(roleId, losses, holders));
  return { tone: 'warning', title: words.held, text: joined([...lines, words.heldWhy], '\n').text };
}

/** Renders a direct message to a member about their own access. */
export function memberMessage(
  words: NotificationWords,
  kind: 'grant' | 'revoke' | 'kick' | 'trial ending' | 'grace ending',
  details: { readonly guildName: string; readonly roleNames: readonly string[]; readonly until?: Date },
): Message {
  const { roleNames, guildName, until } = details;
  switch (kind) {
    case 'grant':
      return { tone: 'good', text: words.welcome(roleNames, guildName).text };
    case 'revoke':
      return { tone: 'neutral', text: words.ended(roleNames, guildName).text };
    case 'kick':
      return { tone: 'neutral', text: words.removed(guildName).text };
    case 'trial ending':
      return { tone: 'neutral', text: words.trialEnds(roleNames, guildName, until).text };
    case 'grace ending':
      return { tone: 'warning', text: words.graceEnds(roleNames, guildName, until).text };
  }
}
