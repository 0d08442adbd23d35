import type { Content } from '../access/announcements.ts';
import type { Message } from './messenger.ts';

type Change = Extract<Content, { kind: 'grant' | 'revoke' | 'kick' }>;

const VERBS = { grant: 'got', revoke: 'lost' } as const;

/** People who are named in one line of a digest; the others are counted. */
const NAMED = 10;

/** One change, for the log channel. */
export function changeMessage({ kind, userId, roleId, reason }: Change): Message {
  const text =
    kind === 'kick' || roleId === null
      ? `<@${userId}> was removed from the server.`
      : `<@${userId}> ${VERBS[kind]} <@&${roleId}>.`;
  return { tone: kind === 'grant' ? 'good' : 'neutral', text: `${text}\n-# ${reason}` };
}

/** Many changes in one message: a line for each role. */
export function digestMessage(changes: readonly Change[]): Message {
  const lines = Map.groupBy(changes, ({ kind, roleId }) => `${kind} ${roleId ?? ''}`);
  const text = [...lines.values()].map((some) => {
    const [first] = some;
    const people = [...new Set(some.map(({ userId }) => userId))];
    const who = people.length === 1 ? '1 member' : `${people.length} members`;
    const did = !first || first.kind === 'kick' ? 'were removed from the server' : VERBS[first.kind];
    const role = first?.roleId ? ` <@&${first.roleId}>` : '';
    return `**${who} ${did}${role}**\n${nameSome(people)}`;
  });
  return { tone: 'neutral', title: `${changes.length} changes`, text: text.join('\n') };
}

function nameSome(userIds: readonly string[]): string {
  const named = userIds.slice(0, NAMED).map((userId) => `<@${userId}>`);
  const others = userIds.length - named.length;
  return others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ');
}

/** Something that only a person can mend, or that is mended. */
export function problemMessage({
  kind,
  subject,
  problem,
}: Extract<Content, { kind: 'problem' | 'mended' }>): Message {
  const [, kicked] = /^kick (\d+)$/.exec(subject) ?? [];
  const about = kicked ? `<@${kicked}>: ` : /^\d+$/.test(subject) ? `<@&${subject}>: ` : '';
  return kind === 'problem'
    ? { tone: 'warning', title: 'This needs you', text: `${about}${problem}` }
    : { tone: 'good', title: 'Mended', text: `${about}~~${problem}~~` };
}

/** A sweep that would take too much. */
export function heldMessage({ roles }: Extract<Content, { kind: 'held' }>): Message {
  const lines = roles.map(
    ({ roleId, holders, losses }) => `<@&${roleId}>: ${losses} of ${holders} members would lose it.`,
  );
  return {
    tone: 'warning',
    title: 'Nothing was taken: please look first',
    text: [
      ...lines,
      'So many at once may be a mistake upstream. Nothing is taken from anybody before an admin has decided.',
    ].join('\n'),
  };
}

/** What a member reads about a change of theirs. */
export function memberMessage(
  kind: 'grant' | 'revoke' | 'trial ending' | 'grace ending',
  details: { readonly guildName: string; readonly roleNames: readonly string[]; readonly until?: Date },
): Message {
  const roles = details.roleNames.map((name) => `**${plain(name)}**`).join(', ');
  const guild = `**${plain(details.guildName)}**`;
  const when = details.until ? `<t:${Math.floor(details.until.getTime() / 1000)}:F>` : 'soon';
  switch (kind) {
    case 'grant':
      return { tone: 'good', text: `Thank you! You now have ${roles} in ${guild}.` };
    case 'revoke':
      return { tone: 'neutral', text: `Your membership has ended, and with it ${roles} in ${guild}.` };
    case 'trial ending':
      return { tone: 'neutral', text: `Your trial for ${roles} in ${guild} ends ${when}.` };
    case 'grace ending':
      return {
        tone: 'warning',
        text: `Your last payment is missing. You keep ${roles} in ${guild} until ${when}; pay before that to stay.`,
      };
  }
}

/** Text that others wrote, so that it can't become Markdown or a mention. */
const plain = (text: string): string => text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&');
