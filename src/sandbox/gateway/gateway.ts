import { GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10';
import type { Community } from '../community.ts';
import { toApiFlags, toApiUser } from '../present.ts';
import type { TakeFrom } from '../rate-limits.ts';
import { type Connection, type ConnectionPort, openConnection } from './connection.ts';
import { guildCreated, toGatewayEvent } from './events.ts';
import type { Identify } from './payloads.ts';
import { answerMembersRequest } from './request-members.ts';
import { type Send, Session } from './session.ts';

/** How many sessions are remembered for clients that come back. */
const SESSIONS = 16;

/** The wire to one client. */
export interface Wire {
  send: Send;
  close(code: number, reason: string): void;
}

/** All sessions of the bot. */
export interface Gateway {
  connect(wire: Wire): Connection;
  /** Drops the connections; clients come back and resume. */
  disconnect(code?: number): void;
  close(): void;
}

/** Opens the gateway: from now on it tells every session what happens in the community. */
export function openGateway(deps: {
  community: Community;
  token: string;
  take: TakeFrom;
  gatewayUrl: string;
}): Gateway {
  const { community } = deps;
  const sessions = new Map<string, Session>();
  const wires = new Set<Wire>();

  const stopWatching = community.watch((event) => {
    for (const session of sessions.values()) {
      const told = toGatewayEvent(community.state, event, session.intents);
      if (told) session.dispatch(told);
    }
  });

  const port: ConnectionPort = {
    token: deps.token,
    allows: (intents) => isAllowed(community, intents),
    find: (id) => sessions.get(id),
    open(identify, send) {
      const session = new Session(identify.intents, send);
      sessions.set(session.id, session);
      forgetOldest(sessions);
      greet(session, identify);
      return session;
    },
    requestMembers(session, request) {
      const known = { state: community.state, take: deps.take, intents: session.intents };
      for (const event of answerMembersRequest(known, request)) session.dispatch(event);
    },
  };

  const greet = (session: Session, identify: Identify) => {
    const { state } = community;
    const bot = community.user(state.application.botId);
    if (!bot) return;
    const guilds = state.guilds.filter(({ members }) => members.some(({ userId }) => userId === bot.id));
    session.dispatch({
      t: GatewayDispatchEvents.Ready,
      d: {
        v: 10,
        user: toApiUser(bot),
        guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
        session_id: session.id,
        resume_gateway_url: deps.gatewayUrl,
        application: { id: state.application.id, ...toApiFlags(state.application) },
        ...(identify.shard && { shard: identify.shard }),
      },
    });
    if (!(identify.intents & GatewayIntentBits.Guilds)) return;
    for (const guild of guilds) session.dispatch(guildCreated(state, guild, identify.large_threshold));
  };

  const disconnect = (code = 1001) => {
    for (const wire of wires) wire.close(code, 'Going away.');
  };

  return {
    connect(wire) {
      wires.add(wire);
      const connection = openConnection(port, wire);
      return {
        receive: connection.receive,
        closed() {
          wires.delete(wire);
          connection.closed();
        },
      };
    },
    disconnect,
    close() {
      stopWatching();
      disconnect();
    },
  };
}

/** Privileged intents must be switched on: of these the sandbox's portal has one, GUILD_MEMBERS. */
function isAllowed(community: Community, intents: number): boolean {
  const never = GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;
  const members = community.state.application.membersIntent ? 0 : GatewayIntentBits.GuildMembers;
  return (intents & (never | members)) === 0;
}

function forgetOldest(sessions: Map<string, Session>): void {
  for (const id of [...sessions.keys()].slice(0, -SESSIONS)) sessions.delete(id);
}
