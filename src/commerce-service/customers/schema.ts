import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import { Nullable, Timestamp } from '../api/common-schema.ts';
import { emailOf, isEmailProven, type UserRow } from './users.ts';

/** A buyer. */
export const User = Type.Object({
  id: Type.String({ description: 'Prefix user_.' }),
  email: Type.String(),
  email_verified: Type.Boolean({
    description: 'Whether somebody has shown that they read this address; else it was typed, by whomever.',
  }),
  username: Nullable(Type.String()),
  name: Nullable(Type.String({ description: 'As the connected chat account has it, else as username.' })),
  profile_pic_url: Nullable(Type.String({ description: 'Of the connected chat account.' })),
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
