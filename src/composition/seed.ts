import { DEFAULT_POLICY, saveMapping } from '../access/mappings/mappings.ts';
import type { CommerceService } from '../commerce-service/index.ts';
import { PAID_ROLES, ROLE_LOG, type Sandbox } from '../sandbox/index.ts';
import type { Container } from './container.ts';

/**
 * Seeds a shop to try out, unless the service already has other products or plans, and maps its roles: every plan of
 * the product gives the first role, the last plan also the second. Sets the guild's log channel.
 */
export async function seed(
  { database }: Container,
  commerce: CommerceService,
  sandbox: Sandbox,
): Promise<void> {
  const seeded = await commerce.seed();
  if (!seeded) return;
  const map = (sourceId: string, { id: roleId }: { id: string }) =>
    saveMapping(database.prisma, {
      guildId: sandbox.guildId,
      roleId,
      sourceId,
      condition: 'valid',
      ...DEFAULT_POLICY,
    });
  await map(seeded.productId, PAID_ROLES.supporter);
  const dearest = seeded.plans.at(-1);
  if (dearest) await map(dearest.id, PAID_ROLES.insider);
  await database.prisma.guildSettings.createMany({
    data: { guildId: sandbox.guildId, logChannelId: ROLE_LOG },
    skipDuplicates: true,
  });
}
