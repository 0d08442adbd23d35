import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Nullable, secret, Timestamp, toTimestamp } from '../api/schema.ts';
import { emailOf } from '../customers/users.ts';
import { checkoutAddress } from '../plans/schema.ts';

export const EntryStatus = Type.Enum(['waiting', 'accepted', 'bought', 'expired', 'withdrawn']);
export type EntryStatus = Static<typeof EntryStatus>;

/** A place on a plan's waiting list or in its raffle. Beyond the specification. */
export const Entry = Type.Object({
  id: Type.String({ description: 'Prefix entry_.' }),
  plan: Type.String(),
  user: Type.String(),
  email: Type.String(),
  status: EntryStatus,
  claim_link: Nullable(
    Type.String({
      description:
        'Checkout address for this person, once accepted. Share it only with them. Null for API keys without plans:write.',
      ...secret('plans:write'),
    }),
  ),
  accepted_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type Entry = Static<typeof Entry>;

/**
 * Response to joining a list. For an address that the caller hasn't proven, it is the same whether or not the address
 * is on the list already.
 */
export const JoinedEntry = Type.Object({
  id: Nullable(
    Type.String({ description: 'Prefix entry_. Null unless the buyer is signed in with this address.' }),
  ),
  plan: Type.String(),
  email: Type.String(),
  status: Type.Enum(EntryStatus.enum, {
    description: 'Always waiting unless the buyer is signed in with this address.',
  }),
  created_at: Nullable(Timestamp),
});

export const WITH_PLAN_AND_USER = { plan: true, user: true } as const;
export type EntryRow = Prisma.PlanEntryGetPayload<{ include: typeof WITH_PLAN_AND_USER }>;

export const toEntry = (row: EntryRow, publicUrl: string): Entry => ({
  id: row.id,
  plan: row.planId,
  user: row.userId,
  email: emailOf(row.user),
  status: row.status,
  claim_link: row.claimToken && checkoutAddress(row.plan, publicUrl, { claim: row.claimToken }),
  accepted_at: toTimestamp(row.acceptedAt),
  expires_at: toTimestamp(row.expiresAt),
  created_at: toEpochSeconds(row.createdAt),
});

/** @param row undefined if the caller hasn't proven the address */
export const toJoinedEntry = (
  plan: string,
  email: string,
  row: EntryRow | undefined,
): Static<typeof JoinedEntry> => ({
  id: row?.id ?? null,
  plan,
  email: email.toLowerCase(),
  status: row?.status ?? 'waiting',
  created_at: row ? toEpochSeconds(row.createdAt) : null,
});
