import { ApplicationRoleConnectionMetadataType as Kind } from 'discord-api-types/v10';
import type { ConnectionMetadata, Requirement, RoleConnection } from './records.ts';

const DAY = 86_400_000;

/**
 * Whether a connection meets a linked role's requirements. A missing value never does.
 * https://docs.discord.com/developers/resources/application-role-connection-metadata
 */
export function qualifies(
  { metadata }: RoleConnection,
  requires: readonly Requirement[],
  declared: ConnectionMetadata,
  now: Date,
): boolean {
  return requires.every(({ key, value }) => {
    const type = declared.find((each) => each.key === key)?.type;
    const told = metadata[key];
    return type !== undefined && told !== undefined && compares(type, told, value, now);
  });
}

function compares(type: Kind, told: string, wanted: number, now: Date): boolean {
  const daysAgo = now.getTime() - wanted * DAY;
  switch (type) {
    case Kind.IntegerLessThanOrEqual:
      return Number(told) <= wanted;
    case Kind.IntegerGreaterThanOrEqual:
      return Number(told) >= wanted;
    case Kind.IntegerEqual:
    case Kind.BooleanEqual:
      return Number(told) === wanted;
    case Kind.IntegerNotEqual:
    case Kind.BooleanNotEqual:
      return Number(told) !== wanted;
    case Kind.DatetimeLessThanOrEqual:
      return Date.parse(told) <= daysAgo;
    case Kind.DatetimeGreaterThanOrEqual:
      return Date.parse(told) >= daysAgo;
  }
}
