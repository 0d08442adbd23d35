import { countPendingMigrations } from '../database/migrate.ts';
import type { GatewayHolder } from '../discord/gateway-holder.ts';
import type { Check } from '../http/health.ts';
import type { Container } from './container.ts';

/** Lists the readiness checks of this process. One that runs the bot also checks the gateway. */
export function checksOf(
  { config, database: { prisma }, jobs }: Pick<Container, 'config' | 'database' | 'jobs'>,
  holder: () => GatewayHolder | undefined,
): Readonly<Record<string, Check>> {
  const checks: Record<string, Check> = {
    database: () => prisma.$queryRaw`SELECT 1`.then(() => 'ok'),
    migrations: async () => ((await countPendingMigrations(prisma)) > 0 ? 'pending' : 'ok'),
    queue: () => jobs.ping().then(() => 'ok'),
  };
  return config.parts.has('bot') ? { ...checks, gateway: () => judge(holder()) } : checks;
}

/** `standby` is a good state: another process holds the gateway. */
function judge(holder: GatewayHolder | undefined) {
  if (holder?.isTokenRefused) return 'token refused';
  if (!holder || holder.isFailing) return 'failed';
  if (!holder.gateway) return 'standby';
  if (!holder.gateway.isConnected()) return 'disconnected';
  return holder.gateway.isInAllGuilds() ? 'ok' : 'removed from a server';
}
