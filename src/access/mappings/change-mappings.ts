import { noteAction } from '../../admin/admin-actions.ts';
import { appendEntry } from '../../audit/append.ts';
import type { Clock } from '../../clock.ts';
import type { Prisma, PrismaClient, Transaction } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import { MAX_DAYS } from '../../limits.ts';
import type { Send } from '../../queue.ts';
import type { Community, Role } from '../community.ts';
import { queueSweep } from '../index.ts';
import type { Mapping } from '../state.ts';
import { type Authority, authorityOf, requireMayKick, requireMayManage, requireMayMap } from './authority.ts';
import { someoneLosesHold } from './holds.ts';
import { adding, type MappingKey, removeMapping, removing, saveMapping } from './mappings.ts';

export interface MappingDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly community: Community;
  readonly send: Send;
}

type CheckDeps = Omit<MappingDeps, 'send'>;

/** Ids of products and plans, the only sources of roles. */
const SOURCE = /^(plan|prod)_\w{1,60}$/;

/** Chat account of the deciding admin; null for the operator on the command line, who may do everything. */
type DecidedBy = string | null;

/** The deciding admin, and the permissions of the role that they were shown and confirmed. */
export interface Decider {
  readonly by: DecidedBy;
  readonly confirmedPowers: readonly string[] | 'all';
}

/**
 * Maps a product or plan to a role, also for existing memberships. Mapping it again changes the terms. The admin's
 * permissions and the role's are read from the platform at this time.
 * @throws Fault whose message says what to do
 */
export async function mapRole(
  deps: MappingDeps,
  mapping: Mapping,
  { by, confirmedPowers }: Decider,
  signal: AbortSignal,
): Promise<void> {
  const { powers } = await checkMapping(deps, mapping, by, signal);
  if (confirmedPowers !== 'all' && !powers.every((power) => confirmedPowers.includes(power)))
    throw new ChatFault('POWERS_UNCONFIRMED', { powers: [...powers] });
  await deps.prisma.$transaction(async (transaction) => {
    await saveMapping(transaction, mapping, powers);
    await queueSweep(deps.send, mapping.guildId, by, { transaction });
    await note(deps, transaction, 'mapping saved', { ...mapping, confirmedPowers: powers }, by);
  });
}

/**
 * Removes a mapping. Members covered by another mapping of the role keep it, the others lose it. If no mapping of the
 * role remains, its holders keep it, because the role is no longer managed.
 * @returns whether the mapping existed
 * @throws Fault if the admin may not decide who gets the role
 */
export async function unmapRole(
  deps: MappingDeps,
  mapping: MappingKey,
  by: DecidedBy,
  signal: AbortSignal,
): Promise<boolean> {
  await checkUnmapping(deps, mapping, by, signal);
  return deps.prisma.$transaction(async (transaction) => {
    const removed = await removeMapping(transaction, mapping);
    if (!removed) return false;
    await queueSweep(deps.send, mapping.guildId, by, { transaction });
    await note(deps, transaction, 'mapping removed', mapping, by);
    return true;
  });
}

/**
 * Checks that a mapping can work and that the admin may make it.
 * @param by the admin who would make it; null to skip the permission check
 * @returns the mapping's role as it is now
 * @throws Fault whose message says what to do
 */
export async function checkMapping(
  deps: CheckDeps,
  mapping: Mapping,
  by: DecidedBy,
  signal: AbortSignal,
): Promise<Role> {
  const { guildId, roleId, sourceId, graceDays } = mapping;
  if (!Number.isInteger(graceDays) || graceDays < 0 || graceDays > MAX_DAYS) {
    throw new ChatFault('MAPPING_DAYS', { most: MAX_DAYS });
  }
  if (!SOURCE.test(sourceId)) {
    throw new ChatFault('MAPPING_SOURCE');
  }
  const guild = await deps.community.getGuild(guildId, signal);
  const role = guild.roles.find(({ id }) => id === roleId);
  if (!role) throw new ChatFault('MAPPING_ROLE');
  if (by !== null) {
    const authority = await authorityOf(deps.community, guild, { guildId, userId: by }, signal);
    requireMayMap(authority, role, mapping);
    await requireMayTake(deps, authority, guildId, adding(mapping), signal);
  }
  if (role.obstacle) throw new ChatFault(role.obstacle.code, role.obstacle.details ?? {});
  return role;
}

/**
 * Checks that the admin may remove a mapping.
 * @param by the admin who would remove it; null to skip the check
 * @throws Fault whose message says what to do
 */
export async function checkUnmapping(
  deps: CheckDeps,
  mapping: MappingKey,
  by: DecidedBy,
  signal: AbortSignal,
): Promise<void> {
  if (by === null) return;
  const { guildId, roleId } = mapping;
  const guild = await deps.community.getGuild(guildId, signal);
  const authority = await authorityOf(deps.community, guild, { guildId, userId: by }, signal);
  requireMayManage(
    authority,
    guild.roles.find(({ id }) => id === roleId),
  );
  await requireMayTake(deps, authority, guildId, removing(mapping), signal);
}

/** @throws Fault if the change takes away what holds a member in the guild, and the admin may not remove members */
async function requireMayTake(
  deps: CheckDeps,
  authority: Authority,
  guildId: string,
  change: (mappings: readonly Mapping[]) => readonly Mapping[],
  signal: AbortSignal,
): Promise<void> {
  if (!authority.mayKick && (await someoneLosesHold(deps, guildId, change, signal)))
    requireMayKick(authority);
}

function note(
  { clock }: MappingDeps,
  transaction: Transaction,
  action: 'mapping saved' | 'mapping removed',
  { guildId, roleId, ...details }: Pick<Mapping, 'guildId' | 'roleId'> & Prisma.InputJsonObject,
  by: DecidedBy,
): Promise<bigint> {
  const entry = { guildId, action, object: { type: 'role', id: roleId }, details };
  if (by !== null) return noteAction(transaction, clock.now(), { ...entry, actor: by });
  const operator = { kind: 'operator', id: 'roles' } as const;
  return appendEntry(transaction, clock.now(), { ...entry, actor: operator, address: null });
}
