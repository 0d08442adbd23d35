import { CommunityRefusal } from '../access/community.ts';
import type { Schedule, Work } from '../queue.ts';
import { type ConnectionDeps, updateConnection } from './connection.ts';
import { METADATA, SCOPES } from './providers.ts';
import { connectionChanged, linkChanged, linkingTidied, metadataDeclared, revocationsDue } from './queues.ts';
import { type RevokeDeps, workRevocations } from './revocations.ts';
import { type SettleDeps, settleLink } from './settle.ts';
import { tidyLinking } from './tidy.ts';

/** Every ten minutes. */
const TIDY_CRON = '*/10 * * * *';

export type WorkDeps = SettleDeps & ConnectionDeps & RevokeDeps & { readonly scopes: readonly string[] };

/** Starts to work the queues of linking in this process. */
export async function workLinking(deps: WorkDeps, work: Work, schedule: Schedule): Promise<void> {
  await work(linkChanged, ({ commerceUserId }, { signal }) => settleLink(deps, commerceUserId, signal));
  await work(connectionChanged, ({ chatUserId }, { signal }) => updateConnection(deps, chatUserId, signal));
  await work(revocationsDue, (_, { signal }) => workRevocations(deps, signal));
  await work(linkingTidied, (_, { signal }) => tidyLinking(deps, signal));
  await schedule(linkingTidied, TIDY_CRON, {});
  await work(metadataDeclared, (_, { signal }) => declareMetadata(deps, signal));
  if (deps.scopes.includes(SCOPES.connect))
    await deps.send(metadataDeclared, {}, { key: metadataDeclared.name });
}

/** What the platform refuses for good it would refuse again: then an operator is told, once. */
async function declareMetadata(
  { chat, log }: Pick<WorkDeps, 'chat' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await chat.declare(METADATA, signal);
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    const problem = error.message;
    log.error({ problem }, 'linked roles can not be set up: check DISCORD_TOKEN, and start again');
  }
}
