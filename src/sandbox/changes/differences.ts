import type { Entry, Member, Role } from '../records.ts';

type Differences = NonNullable<Entry['changes']>;

/**
 * What is another one about a role. Of one that appears, all is new; of one that goes, all was:
 * https://docs.discord.com/developers/resources/audit-log#audit-log-change-object
 */
export const roleDifferences = (before: Role | undefined, after: Role | undefined): Differences => [
  ...difference('name', before?.name, after?.name),
  ...difference('color', before?.color, after?.color),
  ...difference('hoist', before?.hoist, after?.hoist),
  ...difference('mentionable', before?.mentionable, after?.mentionable),
  ...difference('permissions', before?.permissions, after?.permissions),
];

/** What is another one about a member, but for their roles. */
export const memberDifferences = (before: Member, after: Member): Differences => [
  ...difference('nick', before.nick, after.nick),
  ...difference('communication_disabled_until', before.timeoutUntil, after.timeoutUntil),
];

/** Where a role was and is. */
export const placeDifferences = (before: Role, after: Role): Differences =>
  difference('position', before.position, after.position);

/** A value that wasn't there, or isn't any more, is left out. */
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
