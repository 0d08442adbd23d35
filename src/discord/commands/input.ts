import type {
  ChatInputCommandInteraction,
  CommandInteractionOption,
  GuildMember,
  MessageComponentInteraction,
  ModalSubmitInteraction,
  User,
} from 'discord.js';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Person, Sent } from './options.ts';
import type { Input } from './step.ts';

/** Reads the values of a command's options. @throws Fault `TEXT_NOT_STORABLE` */
export const sentIn = (options: ChatInputCommandInteraction['options']): ReadonlyMap<string, Sent> =>
  new Map(
    flat(options.data).flatMap((option): [string, Sent][] => {
      const sent = toSent(option);
      return sent ? [[option.name, sent]] : [];
    }),
  );

/** Flattens the options, which are nested below their subcommand. */
const flat = (options: readonly CommandInteractionOption[]): CommandInteractionOption[] =>
  options.flatMap((option) => (option.options ? flat(option.options) : [option]));

function toSent(option: CommandInteractionOption): Sent | undefined {
  const { user, member, role, channel, value } = option;
  if (user) return { kind: 'person', person: toPerson(user, member) };
  if (role) return { kind: 'role', id: role.id, name: role.name };
  if (channel) return { kind: 'channel', id: channel.id, name: channel.name ?? channel.id };
  return value === undefined
    ? undefined
    : { kind: 'value', value: typeof value === 'string' ? storable(value) : value };
}

/** No text in the database can contain it. */
const NUL = '\0';

/** @returns whether the database can search for the text and store it */
export const isStorable = (text: string): boolean => !text.includes(NUL);

/** @throws Fault `TEXT_NOT_STORABLE` */
function storable(text: string): string {
  if (!isStorable(text)) throw new ChatFault('TEXT_NOT_STORABLE');
  return text;
}

/** @param member the user's membership, for the name used in the server; may be missing */
export const toPerson = (
  user: User,
  member: CommandInteractionOption['member'] | GuildMember | null,
): Person => ({
  id: user.id,
  name: (member && 'displayName' in member ? member.displayName : undefined) ?? user.displayName,
  isBot: user.bot,
});

/** Reads the choices made in a menu, or the fields of a submitted form. @throws Fault `TEXT_NOT_STORABLE` */
export function inputOf(interaction: MessageComponentInteraction | ModalSubmitInteraction): Input {
  if (interaction.isAnySelectMenu()) return { chosen: interaction.values.map(storable), fields: new Map() };
  if (!interaction.isModalSubmit()) return { chosen: [], fields: new Map() };
  const fields = [...interaction.fields.fields].map(([name, field]): [string, readonly string[]] => {
    if ('value' in field) return [name, [storable(String(field.value))]];
    return [name, 'values' in field ? field.values.map((value) => storable(String(value))) : []];
  });
  return { chosen: [], fields: new Map(fields) };
}
