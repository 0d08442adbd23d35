import { ApplicationRoleConnectionMetadataType } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';

/** A user's grant to the application. Of its tokens only the SHA-256 hashes are stored. */
export const Grant = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  scopes: Type.Array(Type.String()),
  access: Type.String(),
  refresh: Type.String(),
  expiresAt: Type.String(),
});
export type Grant = Static<typeof Grant>;

const localized = Type.Optional(Type.Record(Type.String(), Type.String()));

/**
 * Metadata that linked roles can require:
 * https://discord.com/developers/docs/resources/application-role-connection-metadata
 */
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

/** A requirement of a linked role: the value to compare with. The metadata's type determines the comparison. */
export const Requirement = Type.Object({
  key: Type.String(),
  /** A number, a number of days ago for dates, or 1 for booleans. */
  value: Type.Integer(),
});
export type Requirement = Static<typeof Requirement>;

/** A user's role connection: the values that the application has set. */
export const RoleConnection = Type.Object({
  platform_name: Type.Union([Type.String({ maxLength: 50 }), Type.Null()]),
  platform_username: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  metadata: Type.Record(Type.String(), Type.String({ maxLength: 100 })),
});
export type RoleConnection = Static<typeof RoleConnection>;
