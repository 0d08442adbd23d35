import type { Logger } from '../observability/log.ts';
import type { Finding } from './finding.ts';
import { type PlatformDeps, platformChecks } from './platform-checks.ts';
import { runChecks } from './run-checks.ts';
import { type ServiceDeps, serviceChecks } from './service-checks.ts';
import { type StorageDeps, storageChecks } from './storage-checks.ts';

/** Time limit for all checks together, which run in parallel, in milliseconds. */
const BOUND = 8_000;

export type DoctorDeps = PlatformDeps & ServiceDeps & StorageDeps & { readonly log: Logger };

/** Runs all checks of what Rolekeeper needs to work in a guild. Changes nothing. */
export const examine = (deps: DoctorDeps, guildId: string, bound = BOUND): Promise<readonly Finding[]> =>
  runChecks([...platformChecks(deps, guildId), ...serviceChecks(deps), ...storageChecks(deps, guildId)], {
    bound,
    log: deps.log,
  });
