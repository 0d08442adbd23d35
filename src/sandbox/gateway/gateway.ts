import { GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import type { CommunityEvent } from '../changes/change.ts';
import type { LocalCommunity } from '../community.ts';
import type { FaultInjector } from '../faults/fault-injection.ts';
import { GATEWAY_SEND, IDENTIFY, SESSION_START, type TakeFrom } from '../rate-limits.ts';
import { type Connection, type ConnectionPort, openConnection } from './connection.ts';
import { openEventDispatch } from './event-dispatch.ts';
import { guildIdOf, toGatewayEvent } from './events.ts';
import type { GatewayEvent } from './payloads.ts';
import { sendReady } from './ready.ts';
import { answerMembersRequest } from './request-members.ts';
import { Session, type Wire } from './session.ts';
import { isOnShard } from './shards.ts';

/** Guild limit of a session: https://docs.discord.com/developers/events/gateway#sharding */
const MOST_GUILDS = 2_500;

/** Number of sessions kept for resuming. */
const SESSIONS = 16;

/** All sessions of the bot. */
export interface Gateway {
  connect(wire: Wire): Connection;
  /** Closes all connections; clients reconnect and resume. */
  disconnect(code?: number): void;
  /** Asks clients to reconnect and resume, as the platform does before a server restarts. */
  reconnect(): void;
  /** Invalidates all sessions; clients start new ones. */
  invalidate(): void;
  /** Sends an event that isn't a community change, such as an interaction, to the guild's shard. */
  tell(event: GatewayEvent, guildId: string | undefined): void;
  isOnline(): boolean;
  /** Calls back when a client connects or disconnects. @returns a function that stops the callbacks */
  watch(watcher: () => void): () => void;
  close(): void;
}

export interface GatewayDeps {
  readonly community: LocalCommunity;
  readonly token: string;
  readonly take: TakeFrom;
  readonly gatewayUrl: string;
  readonly injector: FaultInjector;
  /** In milliseconds. */
  readonly heartbeatInterval: number;
}

/** Opens the gateway, which sends the community's events to all sessions. */
export function openGateway(deps: GatewayDeps): Gateway {
  const { community, take } = deps;
  const sessions = new Map<string, Session>();
  const wires = new Set<Wire>();
  const watchers = new Set<() => void>();
  const mail = openEventDispatch(deps.injector);
  const notify = () => {
    for (const watcher of watchers) watcher();
  };

  const stopWatching = community.watch((event: CommunityEvent) => {
    const guildId = guildIdOf(community.state, event);
    for (const session of sessions.values()) {
      if (!isOnShard(session.shard, guildId)) continue;
      const told = toGatewayEvent(community.state, event, session.intents);
      if (told) mail.deliver(session, told);
    }
  });

  /** Each connection has its own id, for its send rate limit. */
  const portOf = (connectionId: string): ConnectionPort => ({
    token: deps.token,
    heartbeatInterval: deps.heartbeatInterval,
    allows: (intents) => isAllowed(community, intents),
    isOverfull: (shard) =>
      [...community.state.guilds.keys()].filter((id) => isOnShard(shard, id)).length > MOST_GUILDS,
    mayTalk: () => take(GATEWAY_SEND, connectionId).allowed,
    admits: () => take(IDENTIFY, deps.token).allowed && take(SESSION_START, deps.token).allowed,
    find: (id) => sessions.get(id),
    open(identify, wire) {
      const session = new Session(identify.intents, identify.shard ?? [0, 1], wire);
      sessions.set(session.id, session);
      for (const id of [...sessions.keys()].slice(0, -SESSIONS)) sessions.delete(id);
      sendReady(deps, session, identify);
      notify();
      return session;
    },
    requestMembers(session, request) {
      if (!isOnShard(session.shard, request.guild_id)) return;
      const known = { state: community.state, take, intents: session.intents };
      for (const event of answerMembersRequest(known, request)) mail.deliver(session, event);
    },
  });

  const disconnect = (code = 1001) => {
    for (const wire of wires) wire.close(code, 'Going away.');
  };
  let connections = 0;

  return {
    connect(wire) {
      wires.add(wire);
      connections += 1;
      const connection = openConnection(portOf(String(connections)), wire);
      return {
        receive: connection.receive,
        closed() {
          wires.delete(wire);
          connection.closed();
          notify();
        },
      };
    },
    disconnect,
    reconnect() {
      for (const wire of wires) wire.send({ op: GatewayOpcodes.Reconnect, d: null, s: null, t: null });
    },
    invalidate() {
      sessions.clear();
      for (const wire of wires) wire.send({ op: GatewayOpcodes.InvalidSession, d: false, s: null, t: null });
    },
    tell(event, guildId) {
      for (const session of sessions.values())
        if (isOnShard(session.shard, guildId)) mail.deliver(session, event);
    },
    isOnline: () => sessions.values().some((session) => session.isHeard),
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    close() {
      stopWatching();
      mail.close();
      disconnect();
    },
  };
}

/** Whether these privileged intents are enabled. Of the three, the sandbox can only enable GUILD_MEMBERS. */
function isAllowed(community: LocalCommunity, intents: number): boolean {
  const never = GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;
  const members = community.state.application.membersIntent ? 0 : GatewayIntentBits.GuildMembers;
  return (intents & (never | members)) === 0;
}
