import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Nullable, Timestamp } from './common.ts';

/** A buyer. */
export const User = Type.Object({
  id: Type.String({ description: 'Prefix user_.' }),
  email: Type.String(),
  username: Nullable(Type.String()),
  created_at: Timestamp,
});
export type User = Static<typeof User>;

export const toUser = (row: Prisma.UserGetPayload<object>): User => ({
  id: row.id,
  email: row.email,
  username: row.username,
  created_at: toEpochSeconds(row.createdAt),
});
