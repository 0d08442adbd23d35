import { noteAction } from '../../admin/admin-actions.ts';
import { appendEntry } from '../../audit/append.ts';
import type { Clock } from '../../clock.ts';
import type { Prisma, PrismaClient, Transaction } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Send } from '../../queue.ts';
import type { Community } from '../community.ts';
import { queueSweep } from '../index.ts';
import type { Mapping } from '../state.ts';
import { authorityOf, requireMayManage } from './authority.ts';
import { checkMapping, removeMapping, saveMapping } from './mappings.ts';

export interface MappingDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly community: Community;
  readonly send: Send;
}

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
  const { powers } = await checkMapping(deps.community, mapping, by, signal);
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
  mapping: Pick<Mapping, 'guildId' | 'roleId' | 'sourceId' | 'condition'>,
  by: DecidedBy,
  signal: AbortSignal,
): Promise<boolean> {
  if (by !== null) await requireMayUnmap(deps.community, mapping, by, signal);
  return deps.prisma.$transaction(async (transaction) => {
    const removed = await removeMapping(transaction, mapping);
    if (!removed) return false;
    await queueSweep(deps.send, mapping.guildId, by, { transaction });
    await note(deps, transaction, 'mapping removed', mapping, by);
    return true;
  });
}

async function requireMayUnmap(
  community: Community,
  { guildId, roleId }: Pick<Mapping, 'guildId' | 'roleId'>,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const guild = await community.getGuild(guildId, signal);
  const authority = await authorityOf(community, guild, { guildId, userId }, signal);
  requireMayManage(
    authority,
    guild.roles.find(({ id }) => id === roleId),
  );
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
