import { countPendingMigrations } from '../database/migrate.ts';
import type { Watch } from '../discord/watch.ts';
import type { Check } from '../http/readiness.ts';
import type { Ground } from './ground.ts';

/** What this process needs to do its work; the gateway where it runs the bot. */
export function checksOf(
  { config, database: { prisma }, jobs }: Pick<Ground, 'config' | 'database' | 'jobs'>,
  watch: () => Watch | undefined,
): Readonly<Record<string, Check>> {
  const checks: Record<string, Check> = {
    database: () => prisma.$queryRaw`SELECT 1`.then(() => 'ok'),
    migrations: async () => ((await countPendingMigrations(prisma)) > 0 ? 'pending' : 'ok'),
    queue: () => jobs.ping().then(() => 'ok'),
  };
  return config.parts.has('bot') ? { ...checks, gateway: () => judge(watch()) } : checks;
}

/** Another process holds the gateway where this one doesn't: that is as it should be. */
function judge(watch: Watch | undefined) {
  if (watch?.isTokenRefused) return 'token refused';
  if (!watch || watch.isFailing) return 'failed';
  if (!watch.gateway) return 'standby';
  if (!watch.gateway.isConnected()) return 'disconnected';
  return watch.gateway.isInAllGuilds() ? 'ok' : 'removed from a server';
}
