import type { Entry, Member, Role } from '../records.ts';

type Differences = NonNullable<Entry['changes']>;

/**
 * Returns the differences between two versions of a role. All fields of a created or deleted role are differences:
 * https://docs.discord.com/developers/resources/audit-log#audit-log-change-object
 */
export const roleDifferences = (before: Role | undefined, after: Role | undefined): Differences => [
  ...difference('name', before?.name, after?.name),
  ...difference('color', before?.color, after?.color),
  ...difference('hoist', before?.hoist, after?.hoist),
  ...difference('mentionable', before?.mentionable, after?.mentionable),
  ...difference('permissions', before?.permissions, after?.permissions),
];

/** Returns the differences between two versions of a member, apart from the roles. */
export const memberDifferences = (before: Member, after: Member): Differences => [
  ...difference('nick', before.nick, after.nick),
  ...difference('communication_disabled_until', before.timeoutUntil, after.timeoutUntil),
];

/** Returns the change of a role's position. */
export const placeDifferences = (before: Role, after: Role): Differences =>
  difference('position', before.position, after.position);

/** Leaves out an old or new value that is undefined. */
const difference = <const Key extends string, Value>(
  key: Key,
  before: Value | undefined,
  after: Value | undefined,
) =>
  before === after
    ? []
    : [
        {
          key,
          ...(before !== undefined && { old_value: before }),
          ...(after !== undefined && { new_value: after }),
        },
      ];
