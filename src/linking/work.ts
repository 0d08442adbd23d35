import { CommunityRefusal } from '../access/community.ts';
import type { Schedule, Work } from '../queue.ts';
import { type ApplyLinkDeps, applyLink } from './apply-link.ts';
import { cleanUpLinking } from './cleanup.ts';
import { type ConnectionDeps, updateConnection } from './connection.ts';
import { METADATA, SCOPES } from './providers.ts';
import {
  connectionChanged,
  linkChanged,
  linkingCleanup,
  metadataDeclared,
  revocationsDue,
  typedAccountsChanged,
} from './queues.ts';
import { type RevokeDeps, workRevocations } from './revocations.ts';
import { syncTypedAccounts } from './typed-accounts.ts';

const CLEANUP_CRON = '*/10 * * * *';

export type WorkDeps = ApplyLinkDeps & ConnectionDeps & RevokeDeps & { readonly scopes: readonly string[] };

/** Starts processing the linking queues in this process. */
export async function workLinking(deps: WorkDeps, work: Work, schedule: Schedule): Promise<void> {
  await work(linkChanged, ({ commerceUserId }, { signal }) => applyLink(deps, commerceUserId, signal));
  await work(typedAccountsChanged, ({ commerceUserId }, { signal }) =>
    syncTypedAccounts(deps, commerceUserId, signal),
  );
  await work(connectionChanged, ({ chatUserId }, { signal }) => updateConnection(deps, chatUserId, signal));
  await work(revocationsDue, (_, { signal }) => workRevocations(deps, signal));
  await work(linkingCleanup, (_, { signal }) => cleanUpLinking(deps, signal));
  await schedule(linkingCleanup, CLEANUP_CRON, {});
  await work(metadataDeclared, (_, { signal }) => declareMetadata(deps, signal));
  if (deps.scopes.includes(SCOPES.connect))
    await deps.send(metadataDeclared, {}, { key: metadataDeclared.name });
}

/** Registers the linked role metadata. A permanent refusal is logged for the operator instead of retried. */
async function declareMetadata(
  { chat, log }: Pick<WorkDeps, 'chat' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await chat.declare(METADATA, signal);
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    const problem = error.message;
    log.error({ problem }, "linked roles can't be set up: check DISCORD_TOKEN and restart");
  }
}
