import { ApplicationRoleConnectionMetadataType } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';

/** What a user allowed the application. Tokens are kept as their SHA-256 only. */
export const Grant = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  scopes: Type.Array(Type.String()),
  access: Type.String(),
  refresh: Type.String(),
  /** When the access token ends (ISO 8601). */
  expiresAt: Type.String(),
});
export type Grant = Static<typeof Grant>;

const localized = Type.Optional(Type.Record(Type.String(), Type.String()));

/** What a linked role can ask for: https://discord.com/developers/docs/resources/application-role-connection-metadata */
export const ConnectionMetadata = Type.Array(
  Type.Object({
    type: Type.Enum([
      ApplicationRoleConnectionMetadataType.IntegerLessThanOrEqual,
      ApplicationRoleConnectionMetadataType.IntegerGreaterThanOrEqual,
      ApplicationRoleConnectionMetadataType.IntegerEqual,
      ApplicationRoleConnectionMetadataType.IntegerNotEqual,
      ApplicationRoleConnectionMetadataType.DatetimeLessThanOrEqual,
      ApplicationRoleConnectionMetadataType.DatetimeGreaterThanOrEqual,
      ApplicationRoleConnectionMetadataType.BooleanEqual,
      ApplicationRoleConnectionMetadataType.BooleanNotEqual,
    ]),
    key: Type.String({ pattern: '^[a-z0-9_]{1,50}$' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    name_localizations: localized,
    description: Type.String({ minLength: 1, maxLength: 200 }),
    description_localizations: localized,
  }),
  { maxItems: 5 },
);
export type ConnectionMetadata = Static<typeof ConnectionMetadata>;

/** One thing that a linked role asks for: the value that the declared kind of comparison is made with. */
export const Requirement = Type.Object({
  key: Type.String(),
  /** A number; of times, how many days ago; of booleans, 1. */
  value: Type.Integer(),
});
export type Requirement = Static<typeof Requirement>;

/** What the application says of a user. */
export const RoleConnection = Type.Object({
  platform_name: Type.Union([Type.String({ maxLength: 50 }), Type.Null()]),
  platform_username: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  metadata: Type.Record(Type.String(), Type.String({ maxLength: 100 })),
});
export type RoleConnection = Static<typeof RoleConnection>;
