import { ApplicationCommandType } from 'discord-api-types/v10';
import type { LocalCommunity } from '../community.ts';
import { CREATE_COMMAND, type TakeFrom } from '../rate-limits.ts';
import type { Write } from '../records.ts';
import { refusals } from '../rest/api-error.ts';
import { checkCommand, checkCommands, checkCount } from './check.ts';
import type { Command, CommandBody } from './schema.ts';

/** The commands of one guild, or the global ones. A name is unique within its command type. */
export interface Registry {
  list(): Command[];
  /** @throws ApiError 10063 */
  get(id: string): Command;
  /** Replaces all commands. A command that keeps its name keeps its id. */
  overwrite(bodies: readonly CommandBody[]): Command[];
  /** Creates a command, or replaces the one with the same name. */
  put(body: CommandBody): { command: Command; isNew: boolean };
  /** Updates the given fields and keeps the others. */
  change(id: string, patch: Partial<CommandBody>): Command;
  remove(id: string): void;
}

interface RegistryDeps {
  readonly community: LocalCommunity;
  readonly take: TakeFrom;
}

/** Opens the command registry of a guild. @param guildId undefined for global commands */
export function registry({ community, take }: RegistryDeps, guildId: string | undefined): Registry {
  const list = () => [...community.state.commands.values()].filter((each) => each.guildId === guildId);
  const same = (body: CommandBody) => list().find((known) => isSame(known.body, body));
  const get = (id: string) => {
    const found = list().find((command) => command.id === id);
    if (!found) throw refusals.unknownCommand();
    return found;
  };
  /** Counts only new names against the daily limit. */
  const toCommand = (body: CommandBody, known: Command | undefined): Command => {
    if (!known && !take(CREATE_COMMAND, guildId ?? 'everywhere').allowed) throw refusals.tooManyCreated();
    const version = community.nextId();
    return { id: known?.id ?? version, version, ...(guildId !== undefined && { guildId }), body };
  };
  const keep = (...writes: Write[]) => community.commit({ writes, events: [] });

  return {
    list,
    get,
    overwrite(bodies) {
      checkCommands(bodies);
      const commands = bodies.map((body) => toCommand(body, same(body)));
      keep(...list().map(({ id }) => drop(id)), ...commands.map(put));
      return commands;
    },
    put(body) {
      checkCommand(body);
      const known = same(body);
      if (!known) checkCount([...list().map((command) => command.body), body]);
      const command = toCommand(body, known);
      keep(put(command));
      return { command, isNew: !known };
    },
    change(id, patch) {
      const known = get(id);
      const body = { ...known.body, ...patch };
      checkCommand(body);
      const other = same(body);
      if (other && other.id !== id) throw refusals.commandNameTaken();
      const command = toCommand(body, known);
      keep(put(command));
      return command;
    },
    remove: (id) => keep(drop(get(id).id)),
  };
}

const isSame = (a: CommandBody, b: CommandBody): boolean => a.name === b.name && typeOf(a) === typeOf(b);
const typeOf = ({ type }: CommandBody) => type ?? ApplicationCommandType.ChatInput;
const put = (value: Command): Write => ({ kind: 'command', within: '', id: value.id, value });
const drop = (id: string): Write => ({ kind: 'command', within: '', id, value: undefined });
