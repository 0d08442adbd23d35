import type { Clock } from '../../clock.ts';
import type { PrismaClient } from '../../database/index.ts';
import type { Words } from '../../i18n/index.ts';
import type { Community, MemberRef } from '../community.ts';
import type { ConnectedAccount, MemberState, MembershipState, TiedAccount } from '../state.ts';
import { decide } from '../sync/decide.ts';
import { derive, deriveMembership } from '../sync/derive.ts';
import { accountOf, entitlementsOf, sourcesOf } from '../sync/entitlements.ts';
import { inWords, type Reason } from '../sync/reasons.ts';
import { ABSENT } from '../sync/why.ts';
import { type OrderDeps, requireMayOrder } from './holds.ts';

interface RoleAtEnd {
  readonly roleId: string;
  /** Whether the membership gives the role now. */
  readonly isGiven: boolean;
  readonly has: boolean;
  /** Whether the role would be taken. */
  readonly goes: boolean;
  readonly reasons: readonly Reason[];
}

/**
 * Computes the effect on a member's roles if one membership were terminated now. It makes the same decision as a sync
 * would make then. Pure.
 */
export function atEnd(
  state: MemberState,
  membershipId: string,
): { readonly roles: readonly RoleAtEnd[]; readonly isRemoved: boolean } {
  const { now } = state;
  const touched = state.memberships.filter(({ id }) => id === membershipId);
  const entitlements = entitlementsOf({ ...state, memberships: touched });
  const memberships = state.memberships.map(ending(membershipId, now));
  const { roleDecisions, kick } = decide({ ...state, memberships });
  const roles = roleDecisions.flatMap(({ roleId, action, reasons }) => {
    const ofRole = entitlements.filter(({ mapping }) => mapping.roleId === roleId);
    if (ofRole.length === 0) return [];
    const has = state.member.roleIds.includes(roleId);
    return [{ roleId, has, isGiven: ofRole.some(({ holds }) => holds), goes: action === 'revoke', reasons }];
  });
  return { roles, isRemoved: kick !== null };
}

/** Returns a function that terminates one membership now and leaves all others as they are. */
const ending =
  (membershipId: string, now: Date) =>
  (membership: MembershipState): MembershipState =>
    membership.id === membershipId
      ? { ...membership, status: 'canceled', valid: false, endedAt: now }
      : membership;

/** Preview of a membership's end in a guild, for display. */
export interface Ending {
  /** Chat account that the membership counts for; null if no account is tied to it or the membership is unknown. */
  readonly userId: string | null;
  readonly isMember: boolean;
  readonly connected: ConnectedAccount | null;
  readonly linked: TiedAccount | null;
  readonly roles: readonly (Omit<RoleAtEnd, 'reasons'> & { readonly reasons: readonly string[] })[];
  readonly isRemoved: boolean;
}

interface PreviewDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly clock: Clock;
}

/** Previews the end of a membership in a guild, without side effects. @param words the reader's language */
export async function previewEnding(
  deps: PreviewDeps,
  guildId: string,
  membershipId: string,
  words: Words['reasons'],
  signal: AbortSignal,
): Promise<Ending> {
  const membership = await deriveMembership(deps.prisma, membershipId);
  const userId = membership ? accountOf(membership) : null;
  const ties = { connected: membership?.connected ?? null, linked: membership?.linked ?? null };
  if (!membership || userId === null)
    return { ...ties, userId, isMember: false, roles: [], isRemoved: false };
  const member = await deps.community.getMember({ guildId, userId }, signal);
  const stored = await derive(deps.prisma, { guildId, userId });
  // Of many equivalent memberships, not all are loaded, so this one may be absent.
  const isRead = stored.memberships.some(({ id }) => id === membershipId);
  const memberships = isRead ? stored.memberships : [...stored.memberships, membership];
  const state = { ...stored, memberships, userId, member: member ?? ABSENT, now: deps.clock.now() };
  const { roles, isRemoved } = atEnd(state, membershipId);
  return {
    ...ties,
    userId,
    isMember: member !== null,
    isRemoved: member !== null && isRemoved,
    roles: roles.map((role) => ({ ...role, reasons: inWords(role.reasons, words) })),
  };
}

/**
 * Previews a termination that an admin orders.
 * @throws Fault if the admin may not
 */
export async function previewOrderedEnding(
  deps: OrderDeps,
  admin: MemberRef,
  membershipId: string,
  words: Words['reasons'],
  signal: AbortSignal,
): Promise<Ending> {
  await requireMayEnd(deps, admin, membershipId, signal);
  return previewEnding(deps, admin.guildId, membershipId, words, signal);
}

/** @throws Fault if the admin may not order the end of the membership */
async function requireMayEnd(
  deps: OrderDeps,
  admin: MemberRef,
  membershipId: string,
  signal: AbortSignal,
): Promise<void> {
  const membership = await deriveMembership(deps.prisma, membershipId);
  const userId = membership ? accountOf(membership) : null;
  if (!membership || userId === null) return;
  const change = ending(membershipId, deps.clock.now());
  await requireMayOrder(deps, admin, { userIds: [userId], sources: sourcesOf(membership), change }, signal);
}
