import type { Community } from '../access/community.ts';
import { queueRefresh } from '../access/index.ts';
import { createCommerceOAuth } from '../commerce-client/oauth.ts';
import { createCommunity } from '../discord/community.ts';
import { createChatOAuth } from '../discord/oauth.ts';
import { createArrivals } from '../linking/arrivals.ts';
import type { JourneyDeps } from '../linking/journey.ts';
import { linkingCleanup } from '../linking/queues.ts';
import { linkRoutes } from '../linking/routes.ts';
import { createSeal } from '../linking/seal.ts';
import { workLinking } from '../linking/work.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Container } from './container.ts';
import { chatApplication, type GuildAccess } from './guild-access.ts';

export type Linking = JourneyDeps & { readonly community: Community; readonly scopes: readonly string[] };

/** @returns undefined without an OAuth application: linking is unavailable then */
export function createLinking(
  container: Container,
  access: GuildAccess,
  sandbox: Sandbox | undefined,
): Linking | undefined {
  const { config, secrets, clock, log, database, jobs } = container;
  const application = config.discord || sandbox ? chatApplication(container) : undefined;
  if (!application) return undefined;
  const { call } = access;
  return {
    prisma: database.prisma,
    send: jobs.send,
    clock,
    log,
    queueRefresh: queueRefresh(jobs.sendAll, clock),
    guildIds: access.guildIds,
    allowsSeveral: config.linkSeveral,
    scopes: config.linkScopes,
    seal: createSeal(secrets.tokenKeys),
    community: createCommunity(call),
    chat: createChatOAuth({
      ...application,
      scopes: config.linkScopes,
      call,
      clock,
      redirectUri: `${config.publicUrl}/link/discord/callback`,
    }),
    commerce: createCommerceOAuth({
      baseUrl: config.commerceUrl ?? config.localUrl,
      publicUrl: config.commerceUrl ?? config.publicUrl,
      authorizeUrl: config.commerceAuthorizeUrl,
      tokenUrl: config.commerceTokenUrl,
      clientId: secrets.commerceClientId,
      clientSecret: secrets.commerceClientSecret,
      redirectUri: `${config.publicUrl}/link/commerce/callback`,
      clock,
      aliases: config.commerceFieldAliases,
    }),
  };
}

/** Opens the pages where members link their accounts. */
export async function openLinkPages({ app, config }: Container, linking: Linking): Promise<void> {
  await app.register(
    linkRoutes({ ...linking, publicUrl: config.publicUrl, arrivals: createArrivals(linking) }),
  );
}

/** Starts the workers that finish links and keep linked roles up to date. */
export async function openLinkWork({ jobs }: Container, linking: Linking): Promise<void> {
  await workLinking(linking, jobs.work, jobs.schedule);
}

/** Removes the cleanup schedule that a process with linking has left: without linking, its jobs would never run. */
export const endLinkWork = ({ jobs }: Container): Promise<void> => jobs.unschedule(linkingCleanup);
