import type {
  GatewayChannelCreateDispatch,
  GatewayGuildCreateDispatch,
  GatewayGuildDeleteDispatch,
  GatewayGuildMemberAddDispatch,
  GatewayGuildMemberRemoveDispatch,
  GatewayGuildMembersChunkDispatch,
  GatewayGuildMemberUpdateDispatch,
  GatewayGuildRoleCreateDispatch,
  GatewayGuildRoleDeleteDispatch,
  GatewayGuildRoleUpdateDispatch,
  GatewayInteractionCreateDispatch,
  GatewayMessageCreateDispatch,
  GatewayMessageDeleteDispatch,
  GatewayMessageUpdateDispatch,
  GatewayRateLimitedRequestGuildMembersDispatch,
  GatewayReadyDispatch,
  GatewayResumedDispatch,
} from 'discord-api-types/v10';
import { GatewayOpcodes } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { Snowflake } from '../snowflake.ts';

/** A payload with a null `d`. The library's types say undefined, which JSON can't express. */
export type Nil<Payload> = Omit<Payload, 'd'> & { readonly d: null };

export type Dispatch =
  | GatewayReadyDispatch
  | Nil<GatewayResumedDispatch>
  | GatewayInteractionCreateDispatch
  | GatewayMessageUpdateDispatch
  | GatewayMessageDeleteDispatch
  | GatewayMessageCreateDispatch
  | GatewayGuildDeleteDispatch
  | GatewayChannelCreateDispatch
  | GatewayGuildCreateDispatch
  | GatewayGuildMemberAddDispatch
  | GatewayGuildMemberUpdateDispatch
  | GatewayGuildMemberRemoveDispatch
  | GatewayGuildMembersChunkDispatch
  | GatewayRateLimitedRequestGuildMembersDispatch
  | GatewayGuildRoleCreateDispatch
  | GatewayGuildRoleUpdateDispatch
  | GatewayGuildRoleDeleteDispatch;

type WithoutSequence<Payload> = Payload extends unknown ? Omit<Payload, 's' | 'op'> : never;

/** An event before a session adds its sequence number. */
export type GatewayEvent = WithoutSequence<Dispatch>;

const Identify = Type.Object({
  token: Type.String(),
  intents: Type.Integer({ minimum: 0 }),
  large_threshold: Type.Optional(Type.Integer({ minimum: 50, maximum: 250 })),
  shard: Type.Optional(Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 1 })])),
});
export type Identify = Static<typeof Identify>;

const Resume = Type.Object({
  token: Type.String(),
  session_id: Type.String(),
  seq: Type.Integer({ minimum: 0 }),
});
export type Resume = Static<typeof Resume>;

const RequestMembers = Type.Object({
  guild_id: Snowflake,
  query: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  user_ids: Type.Optional(Type.Union([Snowflake, Type.Array(Snowflake, { maxItems: 100 })])),
  presences: Type.Optional(Type.Boolean()),
  nonce: Type.Optional(Type.String()),
});
export type RequestMembers = Static<typeof RequestMembers>;

/** The payloads that a client may send: https://discord.com/developers/docs/events/gateway-events#send-events */
export const ClientPayload = Type.Union([
  Type.Object({
    op: Type.Literal(GatewayOpcodes.Heartbeat),
    d: Type.Union([Type.Integer(), Type.Null()]),
  }),
  Type.Object({ op: Type.Literal(GatewayOpcodes.Identify), d: Identify }),
  Type.Object({ op: Type.Literal(GatewayOpcodes.Resume), d: Resume }),
  Type.Object({ op: Type.Literal(GatewayOpcodes.RequestGuildMembers), d: RequestMembers }),
  Type.Object({ op: Type.Literal(GatewayOpcodes.PresenceUpdate), d: Type.Unknown() }),
  Type.Object({ op: Type.Literal(GatewayOpcodes.VoiceStateUpdate), d: Type.Unknown() }),
]);
export type ClientPayload = Static<typeof ClientPayload>;

export const CLIENT_OPCODES: ReadonlySet<number> = new Set(
  ClientPayload.anyOf.map(({ properties }) => properties.op.const),
);
