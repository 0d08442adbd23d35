import { AllowedMentionsTypes, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Message } from '../records.ts';
import { fieldError, refusals } from '../rest/api-error.ts';
import type { Guild } from '../state.ts';
import type { AllowedMentions } from './body.ts';
import { type Draft, walk } from './check.ts';

const { Everyone, Role, User } = AllowedMentionsTypes;
const ALL = [Everyone, Role, User];

/**
 * Returns the mentions that ping: those in the text that `allowed_mentions` and the sender's permissions allow.
 * https://discord.com/developers/docs/resources/message#allowed-mentions-object
 * @param where the guild, and the sender's permissions in the channel
 */
export function mentionsOf(
  draft: Draft,
  allowed: AllowedMentions | null | undefined,
  where: { guild: Guild | undefined; permissions: bigint },
): Message['mentions'] {
  checkExclusive(allowed);
  const texts = [
    draft.content,
    ...[...walk(draft.components)].map((each) => ('content' in each ? each.content : '')),
  ];
  const text = texts.join('\n');
  const parse = allowed ? (allowed.parse ?? []) : ALL;
  const mayAll = (where.permissions & PermissionFlagsBits.MentionEveryone) !== 0n;
  const lets =
    (kind: AllowedMentionsTypes, ids: readonly string[] = []) =>
    (id: string) =>
      parse.includes(kind) || ids.includes(id);
  return {
    everyone: parse.includes(Everyone) && mayAll && /@(everyone|here)\b/.test(text),
    users: idsIn(text, /<@!?(\d{17,20})>/g).filter(lets(User, allowed?.users)),
    roles: idsIn(text, /<@&(\d{17,20})>/g)
      .filter((id) => mayAll || where.guild?.roles.get(id)?.mentionable === true)
      .filter(lets(Role, allowed?.roles)),
  };
}

function checkExclusive(allowed: AllowedMentions | null | undefined): void {
  for (const kind of [User, Role] as const) {
    if (!allowed?.parse?.includes(kind) || !allowed[kind]?.length) continue;
    throw refusals.invalidForm(
      fieldError(
        ['allowed_mentions'],
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      ),
    );
  }
}

const idsIn = (text: string, pattern: RegExp): string[] => [
  ...new Set(text.matchAll(pattern).map(([, id = '']) => id)),
];
