import type { Clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { Command } from './application-commands/schema.ts';
import type { File } from './attachments/records.ts';
import type { ConnectionMetadata, Grant, RoleConnection } from './oauth/records.ts';
import { OrderedMap } from './ordered.ts';
import type {
  Application,
  Channel,
  Entry,
  GuildRecord,
  Member,
  Message,
  Role,
  User,
  Write,
} from './records.ts';

export interface Guild extends GuildRecord {
  /** The clock that ends timeouts. */
  readonly clock: Clock;
  readonly roles: ReadonlyMap<string, Role>;
  /** In the order of ids, as the platform lists them. */
  readonly members: ReadonlyMap<string, Member>;
}

/** All data of the sandbox by id. Records are immutable: a change replaces them. */
export interface CommunityState {
  readonly application: Application;
  readonly users: ReadonlyMap<string, User>;
  readonly guilds: ReadonlyMap<string, Guild>;
  readonly channels: ReadonlyMap<string, Channel>;
  /** By channel id, oldest first. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, Message>>;
  /** Contents of attachments, by attachment id. */
  readonly files: ReadonlyMap<string, File>;
  /** Base URL of attachments. */
  readonly filesUrl: string;
  readonly commands: ReadonlyMap<string, Command>;
  readonly grants: ReadonlyMap<string, Grant>;
  readonly connectionMetadata: ConnectionMetadata;
  readonly connections: ReadonlyMap<string, RoleConnection>;
  /** Log entries, oldest first. */
  readonly history: ReadonlyMap<string, Entry>;
}

interface LiveGuild extends GuildRecord {
  readonly clock: Clock;
  readonly roles: Map<string, Role>;
  readonly members: OrderedMap<Member>;
}

/** Builds the state from writes. @returns the state, and the only function that changes it */
export function buildState(
  writes: readonly Write[],
  filesUrl: string,
  clock: Clock,
): { state: CommunityState; apply(write: Write): void } {
  const founded = writes.find((write) => write.kind === 'application');
  if (!founded?.value) throw new Fault('SANDBOX_UNREADABLE', 'The sandbox has no application.');
  let application = founded.value;
  const users = new Map<string, User>();
  const guilds = new Map<string, LiveGuild>();
  const channels = new Map<string, Channel>();
  const messages = new Map<string, Map<string, Message>>();
  const channelOf = new Map<string, string>();
  const history = new Map<string, Entry>();
  const files = new Map<string, File>();
  const commands = new Map<string, Command>();
  const grants = new Map<string, Grant>();
  const connections = new Map<string, RoleConnection>();
  let connectionMetadata: ConnectionMetadata = [];

  const guildOf = (id: string): LiveGuild => {
    const known = guilds.get(id) ?? {
      id,
      name: '',
      ownerId: '',
      clock,
      roles: new Map(),
      members: new OrderedMap(),
    };
    guilds.set(id, known);
    return known;
  };

  const applyMessage = (id: string, message: Message | undefined) => {
    const channelId = message?.channelId ?? channelOf.get(id) ?? '';
    const inChannel = messages.get(channelId) ?? new Map<string, Message>();
    messages.set(channelId, inChannel);
    put(inChannel, id, message);
    put(channelOf, id, message && channelId);
  };

  const apply = (write: Write): void => {
    switch (write.kind) {
      case 'application':
        application = write.value ?? application;
        break;
      case 'user':
        put(users, write.id, write.value);
        break;
      case 'guild':
        put(guilds, write.id, write.value && { ...guildOf(write.id), ...write.value });
        break;
      case 'role':
        put(guildOf(write.within).roles, write.id, write.value);
        break;
      case 'member':
        put(guildOf(write.within).members, write.id, write.value);
        break;
      case 'channel':
        put(channels, write.id, write.value);
        break;
      case 'message':
        applyMessage(write.id, write.value);
        break;
      case 'file':
        put(files, write.id, write.value);
        break;
      case 'command':
        put(commands, write.id, write.value);
        break;
      case 'grant':
        put(grants, write.id, write.value);
        break;
      case 'connection':
        put(connections, write.id, write.value);
        break;
      case 'connectionMetadata':
        connectionMetadata = write.value ?? [];
        break;
      case 'entry':
        put(history, write.id, write.value);
        break;
    }
  };

  for (const write of writes) apply(write);
  const state = {
    get application() {
      return application;
    },
    users,
    guilds,
    channels,
    messages,
    history,
    files,
    filesUrl,
    commands,
    grants,
    connections,
    get connectionMetadata() {
      return connectionMetadata;
    },
  };
  return { state, apply };
}

function put<Value>(map: Map<string, Value>, id: string, value: Value | undefined): void {
  if (value === undefined) map.delete(id);
  else map.set(id, value);
}
