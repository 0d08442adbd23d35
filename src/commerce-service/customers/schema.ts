import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import { Nullable, Timestamp } from '../api/schema.ts';
import { emailOf, isEmailProven, type UserRow } from './users.ts';

/** A buyer. */
export const User = Type.Object({
  id: Type.String({ description: 'Prefix user_.' }),
  email: Type.String(),
  email_verified: Type.Boolean({
    description: 'Whether the owner has confirmed this address. Otherwise anyone may have typed it.',
  }),
  username: Nullable(Type.String()),
  name: Nullable(Type.String({ description: 'Name of the connected chat account, otherwise username.' })),
  profile_pic_url: Nullable(Type.String({ description: 'Picture of the connected chat account.' })),
  created_at: Timestamp,
});
export type User = Static<typeof User>;

export const toUser = (row: UserRow): User => ({
  id: row.id,
  email: emailOf(row),
  email_verified: isEmailProven(row),
  username: row.username,
  name: row.chatAccountName ?? row.username,
  profile_pic_url: row.chatAccountImageUrl,
  created_at: toEpochSeconds(row.createdAt),
});
