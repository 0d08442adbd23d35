import type {
  ChatInputCommandInteraction,
  CommandInteractionOption,
  GuildMember,
  MessageComponentInteraction,
  ModalSubmitInteraction,
  User,
} from 'discord.js';
import type { Person, Sent } from './options.ts';
import type { Given } from './step.ts';

/** What was typed or chosen for the options of a command. */
export const sentIn = (options: ChatInputCommandInteraction['options']): ReadonlyMap<string, Sent> =>
  new Map(
    flat(options.data).flatMap((option): [string, Sent][] => {
      const sent = toSent(option);
      return sent ? [[option.name, sent]] : [];
    }),
  );

/** Options lie below the subcommand that they belong to. */
const flat = (options: readonly CommandInteractionOption[]): CommandInteractionOption[] =>
  options.flatMap((option) => (option.options ? flat(option.options) : [option]));

function toSent(option: CommandInteractionOption): Sent | undefined {
  const { user, member, role, channel, value } = option;
  if (user) return { kind: 'person', person: toPerson(user, member) };
  if (role) return { kind: 'role', id: role.id, name: role.name };
  if (channel) return { kind: 'channel', id: channel.id, name: channel.name ?? channel.id };
  return value === undefined ? undefined : { kind: 'value', value };
}

/** @param member as the server shows them, where the platform tells */
export const toPerson = (
  user: User,
  member: CommandInteractionOption['member'] | GuildMember | null,
): Person => ({
  id: user.id,
  name: (member && 'displayName' in member ? member.displayName : undefined) ?? user.displayName,
  isBot: user.bot,
});

/** What was chosen in a menu or filled into a form. */
export function givenIn(asking: MessageComponentInteraction | ModalSubmitInteraction): Given {
  if (asking.isAnySelectMenu()) return { chosen: asking.values, fields: new Map() };
  if (!asking.isModalSubmit()) return { chosen: [], fields: new Map() };
  const fields = [...asking.fields.fields].map(([name, field]): [string, readonly string[]] => {
    if ('value' in field) return [name, [String(field.value)]];
    return [name, 'values' in field ? field.values.map(String) : []];
  });
  return { chosen: [], fields: new Map(fields) };
}
