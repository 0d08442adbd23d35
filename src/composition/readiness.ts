import { countPendingMigrations } from '../database/migrate.ts';
import type { Watch } from '../discord/watch.ts';
import type { Check } from '../http/health.ts';
import type { Container } from './container.ts';

/** Lists the readiness checks of this process. One that runs the bot also checks the gateway. */
export function checksOf(
  { config, database: { prisma }, jobs }: Pick<Container, 'config' | 'database' | 'jobs'>,
  watch: () => Watch | undefined,
): Readonly<Record<string, Check>> {
  const checks: Record<string, Check> = {
    database: () => prisma.$queryRaw`SELECT 1`.then(() => 'ok'),
    migrations: async () => ((await countPendingMigrations(prisma)) > 0 ? 'pending' : 'ok'),
    queue: () => jobs.ping().then(() => 'ok'),
  };
  return config.parts.has('bot') ? { ...checks, gateway: () => judge(watch()) } : checks;
}

/** `standby` is a good state: another process holds the gateway. */
function judge(watch: Watch | undefined) {
  if (watch?.isTokenRefused) return 'token refused';
  if (!watch || watch.isFailing) return 'failed';
  if (!watch.gateway) return 'standby';
  if (!watch.gateway.isConnected()) return 'disconnected';
  return watch.gateway.isInAllGuilds() ? 'ok' : 'removed from a server';
}
