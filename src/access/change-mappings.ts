import type { PrismaClient } from '../database/index.ts';
import type { Send } from '../queue.ts';
import type { Community } from './community.ts';
import { sweepSoon } from './index.ts';
import { checkMapping, removeMapping, saveMapping } from './mappings.ts';
import type { Mapping } from './state.ts';

export interface MappingDeps {
  readonly prisma: PrismaClient;
  readonly community: Community;
  readonly send: Send;
}

/**
 * Has a product or plan give a role, also to those who hold memberships already. Saying it again changes the
 * terms.
 * @throws Fault `MAPPING_IMPOSSIBLE`, whose message says what to do
 */
export async function mapRole(deps: MappingDeps, mapping: Mapping, signal: AbortSignal): Promise<void> {
  await checkMapping(deps.community, mapping, signal);
  await deps.prisma.$transaction(async (transaction) => {
    await saveMapping(transaction, mapping);
    await sweepSoon(deps.send, mapping.guildId, transaction);
  });
}

/**
 * Ends a mapping. Members whom another mapping of the role holds keep it, the others lose it; a role that no
 * mapping is left for stays with whoever has it, as it is nobody's business any more.
 * @returns whether there was such a mapping
 */
export async function unmapRole(deps: MappingDeps, mapping: Mapping): Promise<boolean> {
  return deps.prisma.$transaction(async (transaction) => {
    const removed = await removeMapping(transaction, mapping);
    if (removed) await sweepSoon(deps.send, mapping.guildId, transaction);
    return removed;
  });
}
