import type { Clock } from '../clock.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import { Fault } from '../errors.ts';
import { noteAction } from '../operating/audit.ts';
import type { Send } from '../queue.ts';
import { authorityOf, requireMayManage } from './authority.ts';
import type { Community } from './community.ts';
import { sweepSoon } from './index.ts';
import { checkMapping, removeMapping, saveMapping } from './mappings.ts';
import type { Mapping } from './state.ts';

export interface MappingDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly community: Community;
  readonly send: Send;
}

/** An admin by their chat account, and the powers of the role that they were shown and said yes to. */
export interface Decider {
  readonly by: string;
  readonly confirmedPowers: readonly string[];
}

/**
 * Has a product or plan give a role, also to those who hold memberships already. Saying it again changes the
 * terms. What the admin may do, and what the role allows, is asked of the platform now.
 * @throws Fault whose message says what to do
 */
export async function mapRole(
  deps: MappingDeps,
  mapping: Mapping,
  { by, confirmedPowers }: Decider,
  signal: AbortSignal,
): Promise<void> {
  const { powers } = await checkMapping(deps.community, mapping, by, signal);
  if (!powers.every((power) => confirmedPowers.includes(power)))
    throw new Fault(
      'POWERS_UNCONFIRMED',
      'This role allows more than you were shown. Use /roles map again, and look at what it allows now.',
    );
  await deps.prisma.$transaction(async (transaction) => {
    await saveMapping(transaction, mapping, powers);
    await sweepSoon(deps.send, mapping.guildId, by, { transaction });
    await note(deps, transaction, 'mapping saved', { ...mapping, confirmedPowers: powers }, by);
  });
}

/**
 * Ends a mapping. Members whom another mapping of the role holds keep it, the others lose it; a role that no
 * mapping is left for stays with whoever has it, as it is nobody's business any more.
 * @param by the admin's chat account
 * @returns whether there was such a mapping
 * @throws Fault where they may not say who gets the role
 */
export async function unmapRole(
  deps: MappingDeps,
  mapping: Mapping,
  by: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { guildId, roleId } = mapping;
  const guild = await deps.community.getGuild(guildId, signal);
  const authority = await authorityOf(deps.community, guild, { guildId, userId: by }, signal);
  requireMayManage(
    authority,
    guild.roles.find(({ id }) => id === roleId),
  );
  return deps.prisma.$transaction(async (transaction) => {
    const removed = await removeMapping(transaction, mapping);
    if (!removed) return false;
    await sweepSoon(deps.send, mapping.guildId, by, { transaction });
    await note(deps, transaction, 'mapping removed', mapping, by);
    return true;
  });
}

function note(
  { clock }: MappingDeps,
  transaction: Transaction,
  action: 'mapping saved' | 'mapping removed',
  { guildId, roleId, ...details }: Mapping & { readonly confirmedPowers?: readonly string[] },
  actor: string,
): Promise<bigint> {
  const object = { type: 'role', id: roleId };
  return noteAction(transaction, clock.now(), { guildId, actor, action, object, details });
}
