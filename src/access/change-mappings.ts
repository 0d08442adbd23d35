import type { Clock } from '../clock.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import { noteAction } from '../operating/audit.ts';
import type { Send } from '../queue.ts';
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

/**
 * Has a product or plan give a role, also to those who hold memberships already. Saying it again changes the
 * terms.
 * @param by the admin's chat account
 * @throws Fault whose message says what to do
 */
export async function mapRole(
  deps: MappingDeps,
  mapping: Mapping,
  by: string,
  signal: AbortSignal,
): Promise<void> {
  await checkMapping(deps.community, mapping, signal);
  await deps.prisma.$transaction(async (transaction) => {
    await saveMapping(transaction, mapping);
    await note(deps, transaction, 'mapping saved', mapping, by);
    await sweepSoon(deps.send, mapping.guildId, by, { transaction });
  });
}

/**
 * Ends a mapping. Members whom another mapping of the role holds keep it, the others lose it; a role that no
 * mapping is left for stays with whoever has it, as it is nobody's business any more.
 * @param by the admin's chat account
 * @returns whether there was such a mapping
 */
export async function unmapRole(deps: MappingDeps, mapping: Mapping, by: string): Promise<boolean> {
  return deps.prisma.$transaction(async (transaction) => {
    const removed = await removeMapping(transaction, mapping);
    if (!removed) return false;
    await note(deps, transaction, 'mapping removed', mapping, by);
    await sweepSoon(deps.send, mapping.guildId, by, { transaction });
    return true;
  });
}

function note(
  { clock }: MappingDeps,
  transaction: Transaction,
  action: 'mapping saved' | 'mapping removed',
  { guildId, roleId: subject, ...details }: Mapping,
  actor: string,
): Promise<void> {
  return noteAction(transaction, clock.now(), { guildId, actor, action, subject, details });
}
