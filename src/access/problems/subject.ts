import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { MemberRef } from '../community.ts';

const roleId = Type.String();
const userId = Type.String();

/** What a problem is about. */
export const Subject = Type.Union([
  /** The guild as a whole, the bot's token, or something of the guild that affects no member's roles by itself. */
  Type.Object({ kind: Type.Enum(['server', 'token', 'log channel', 'member list', 'memberships']) }),
  /** A role that the bot can't change, or one that another bot or an admin keeps giving or taking. */
  Type.Object({ kind: Type.Enum(['role', 'conflict']), roleId }),
  /** A member who can't be removed from the guild. */
  Type.Object({ kind: Type.Literal('kick'), userId }),
  /** An account whose requests the platform refuses while it accepts them for others; perhaps only one of its roles. */
  Type.Object({ kind: Type.Literal('account'), userId, roleId: Type.Optional(roleId) }),
]);
export type Subject = Static<typeof Subject>;

export const SERVER = { kind: 'server' } as const;
export const TOKEN = { kind: 'token' } as const;
export const LOG_CHANNEL = { kind: 'log channel' } as const;
export const MEMBER_LIST = { kind: 'member list' } as const;
export const MEMBERSHIPS = { kind: 'memberships' } as const;

/** Kinds of problems that affect no member's roles. */
export const NOT_ABOUT_MEMBERS = ['log channel', 'member list', 'memberships'];

export const roleSubject = (id: string): Subject => ({ kind: 'role', roleId: id });

/** Returns the subject for a role conflict, which doesn't block the role for other members. */
export const conflictSubject = (id: string): Subject => ({ kind: 'conflict', roleId: id });

/** Returns the subject for a member who can't be removed: one problem per member, since other removals may succeed. */
export const kickSubject = ({ userId: id }: Pick<MemberRef, 'userId'>): Subject => ({
  kind: 'kick',
  userId: id,
});

/** Returns the subject for one account, or for one role of this account. */
export const accountSubject = ({ userId: id }: Pick<MemberRef, 'userId'>, role?: string): Subject => ({
  kind: 'account',
  userId: id,
  ...(role !== undefined && { roleId: role }),
});

/** Returns the columns of a problem with this subject. `subject` is a key, which nothing takes apart. */
export function columnsOf(subject: Subject) {
  const ids = {
    userId: 'userId' in subject ? subject.userId : null,
    roleId: ('roleId' in subject ? subject.roleId : null) ?? null,
  };
  const key = [subject.kind, ids.userId, ids.roleId].filter((part) => part !== null).join(' ');
  return { subject: key, kind: subject.kind, ...ids };
}

/** Returns the subject of a stored problem. */
export const subjectOf = ({
  kind,
  userId: user,
  roleId: role,
}: {
  readonly kind: string;
  readonly userId: string | null;
  readonly roleId: string | null;
}): Subject =>
  Value.Parse(Subject, {
    kind,
    ...(user !== null && { userId: user }),
    ...(role !== null && { roleId: role }),
  });

/** Returns the subject's key: the column `subject` of its problem. */
export const keyOf = (subject: Subject): string => columnsOf(subject).subject;
