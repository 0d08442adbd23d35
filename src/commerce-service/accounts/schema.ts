import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Timestamp } from '../api/schema.ts';

const AccessWhilePastDue = Type.Boolean({
  description: 'Whether a membership still gives access while its renewal payment is overdue.',
});

/** A seller's account. Beyond the specification. */
export const Account = Type.Object({
  id: Type.String({ description: 'Prefix acct_.' }),
  access_while_past_due: AccessWhilePastDue,
  created_at: Timestamp,
});
export type Account = Static<typeof Account>;

export const AccountChange = Type.Object({ access_while_past_due: Type.Optional(AccessWhilePastDue) });
export type AccountChange = Static<typeof AccountChange>;

export const toAccount = (row: Prisma.AccountGetPayload<object>): Account => ({
  id: row.id,
  access_while_past_due: row.pastDueIsValid,
  created_at: toEpochSeconds(row.createdAt),
});

/** The account in the form that clients of this family of APIs expect. Beyond the specification. */
export const Company = Type.Object({
  id: Type.String({ description: 'Prefix acct_.' }),
  title: Type.String({ description: 'The host name of the shop, since accounts have no name of their own.' }),
  image_url: Type.Null(),
  created_at: Timestamp,
});
export type Company = Static<typeof Company>;

/** @param publicUrl the shop's address; its host becomes the title */
export const toCompany = (row: Prisma.AccountGetPayload<object>, publicUrl: string): Company => ({
  id: row.id,
  title: new URL(publicUrl).hostname,
  image_url: null,
  created_at: toEpochSeconds(row.createdAt),
});
