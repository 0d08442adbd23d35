import type { Clock } from '../../clock.ts';
import type { PrismaClient } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Words } from '../../i18n/index.ts';
import { type Community, CommunityRefusal, type MemberRef } from '../community.ts';
import type { ConnectedAccount, MemberState, TiedAccount } from '../state.ts';
import { decide } from '../sync/decide.ts';
import { derive, deriveMembership } from '../sync/derive.ts';
import { accountOf, entitlementsOf, sourcesOf } from '../sync/entitlements.ts';
import { inWords, type Reason } from '../sync/reasons.ts';
import { ABSENT } from '../sync/why.ts';
import { authorityOf, requireMayKick } from './authority.ts';
import { mappedGuilds } from './mappings.ts';

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
): { readonly roles: readonly RoleAtEnd[]; readonly isRemoved: boolean; readonly keepsIn: boolean } {
  const { now } = state;
  const touched = state.memberships.filter(({ id }) => id === membershipId);
  const entitlements = entitlementsOf({ ...state, memberships: touched });
  const memberships = state.memberships.map((membership) =>
    membership.id === membershipId
      ? { ...membership, status: 'canceled', valid: false, endedAt: now }
      : membership,
  );
  const { roleDecisions, kick } = decide({ ...state, memberships });
  const roles = roleDecisions.flatMap(({ roleId, action, reasons }) => {
    const ofRole = entitlements.filter(({ mapping }) => mapping.roleId === roleId);
    if (ofRole.length === 0) return [];
    const has = state.member.roleIds.includes(roleId);
    return [{ roleId, has, isGiven: ofRole.some(({ holds }) => holds), goes: action === 'revoke', reasons }];
  });
  const keepsIn = entitlements.some(
    ({ holds, isProven, mapping }) => holds && isProven && mapping.atEnd === 'kick',
  );
  return { roles, isRemoved: kick !== null, keepsIn };
}

/** Preview of a membership's end in a guild, for display. */
export interface Ending {
  /** Chat account that the membership counts for; null if no account is tied to it or the membership is unknown. */
  readonly userId: string | null;
  readonly isMember: boolean;
  readonly connected: ConnectedAccount | null;
  readonly linked: TiedAccount | null;
  readonly roles: readonly (Omit<RoleAtEnd, 'reasons'> & { readonly reasons: readonly string[] })[];
  readonly isRemoved: boolean;
  /** Whether the member must be removed once this membership and all others that give them a role have ended. */
  readonly keepsIn: boolean;
}

interface PreviewDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly clock: Clock;
}

export interface OrderDeps extends PreviewDeps {
  /** Guilds that we manage. */
  readonly guildIds: readonly string[];
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
    return { ...ties, userId, isMember: false, roles: [], isRemoved: false, keepsIn: false };
  const member = await deps.community.getMember({ guildId, userId }, signal);
  const stored = await derive(deps.prisma, { guildId, userId });
  // Of many equivalent memberships, not all are loaded, so this one may be absent.
  const isRead = stored.memberships.some(({ id }) => id === membershipId);
  const memberships = isRead ? stored.memberships : [...stored.memberships, membership];
  const state = { ...stored, memberships, userId, member: member ?? ABSENT, now: deps.clock.now() };
  const { roles, isRemoved, keepsIn } = atEnd(state, membershipId);
  return {
    ...ties,
    userId,
    isMember: member !== null,
    isRemoved: member !== null && isRemoved,
    keepsIn: member !== null && keepsIn,
    roles: roles.map((role) => ({ ...role, reasons: inWords(role.reasons, words) })),
  };
}

/**
 * Previews a termination that an admin orders. It removes the member from a guild only at the order of an admin who
 * could do so by hand there, in all guilds that sell the membership. That another membership keeps the member in is no
 * exception: the admin may be ending that one at the same time.
 * @throws Fault if the admin may not
 */
export async function previewOrderedEnding(
  deps: OrderDeps,
  admin: MemberRef,
  membershipId: string,
  words: Words['reasons'],
  signal: AbortSignal,
): Promise<Ending> {
  const ending = await previewEnding(deps, admin.guildId, membershipId, words, signal);
  if (removes(ending)) requireMayKick(await authorityIn(deps, admin, signal));
  for (const guildId of await otherGuilds(deps, admin.guildId, membershipId)) {
    const there = await previewEnding(deps, guildId, membershipId, words, signal).catch(nowhereSeen);
    if (!there || !removes(there)) continue;
    const { mayKick } = await authorityIn(deps, { ...admin, guildId }, signal);
    if (!mayKick) throw new ChatFault('YOU_MAY_NOT_KICK_ELSEWHERE');
  }
  return ending;
}

/** In a guild that the bot can't see, it removes nobody. */
function nowhereSeen(error: unknown): undefined {
  if (!(error instanceof CommunityRefusal)) throw error;
}

const removes = ({ isRemoved, keepsIn }: Ending): boolean => isRemoved || keepsIn;

const authorityIn = async ({ community }: OrderDeps, admin: MemberRef, signal: AbortSignal) =>
  authorityOf(community, await community.getGuild(admin.guildId, signal), admin, signal);

/** Returns the other guilds in which the membership gives roles. */
async function otherGuilds(
  { prisma, guildIds }: OrderDeps,
  own: string,
  membershipId: string,
): Promise<readonly string[]> {
  const membership = await deriveMembership(prisma, membershipId);
  const others = guildIds.filter((guildId) => guildId !== own);
  return membership && others.length > 0 ? mappedGuilds(prisma, others, sourcesOf(membership)) : [];
}
