import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import Value from 'typebox/value';
import { onTestFinished } from 'vitest';
import type { MemberRef } from '../../src/access/community.ts';
import { DEFAULT_POLICY, saveMapping } from '../../src/access/mappings/mappings.ts';
import { memberChanged } from '../../src/access/queue/queues.ts';
import type { SyncRequest } from '../../src/access/queue/sync-request.ts';
import { syncMember } from '../../src/access/sync/sync-member.ts';
import { systemClock } from '../../src/clock.ts';
import { createCommerceOAuth } from '../../src/commerce-client/oauth.ts';
import type { Database } from '../../src/database/index.ts';
import { createCaller } from '../../src/discord/caller.ts';
import { createCommunity } from '../../src/discord/community.ts';
import { createChatOAuth } from '../../src/discord/oauth.ts';
import { createRest } from '../../src/discord/rest.ts';
import { applyLink } from '../../src/linking/apply-link.ts';
import { updateConnection } from '../../src/linking/connection.ts';
import { recordDeparture } from '../../src/linking/departures.ts';
import { digest, newSecret } from '../../src/linking/proofs.ts';
import { METADATA, sealTokens } from '../../src/linking/providers.ts';
import {
  connectionChanged,
  linkChanged,
  revocationsDue,
  typedAccountsChanged,
} from '../../src/linking/queues.ts';
import { workRevocations } from '../../src/linking/revocations.ts';
import { createSeal } from '../../src/linking/seal.ts';
import { syncTypedAccounts } from '../../src/linking/typed-accounts.ts';
import { startSandbox, TOKEN } from '../sandbox/sandbox.ts';
import { hurriedClock } from '../support/clocks.ts';
import { quietLog } from '../support/log.ts';
import { freePort } from '../support/ports.ts';
import { type End, type Job, mortal } from './mortal.ts';

/** Numbers the scenes of all stages, since several stages share a database. */
let scenes = 0;

const signal = new AbortController().signal;
const REDIRECT = 'http://127.0.0.1:9/link/discord/callback';
const oauth = { clientSecret: 'a client secret of the tests', redirectUris: [REDIRECT] };
const SCOPES = ['identify', 'guilds.join', 'role_connections.write'];
const DAYS = 86_400_000;

/** Starts a Commerce Service whose access tokens are its users' ids. `status` gives the next answer's status. */
async function startService() {
  const service = { url: '', status: async () => 200 };
  const server = createServer(async (request, response) => {
    const [, id] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const status = id === undefined ? 200 : await service.status();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  service.url = `http://127.0.0.1:${port}`;
  return service;
}

/** Sets up linking on a real database and the sandbox. The test runs the queue, and decides when each process dies. */
export async function startStage({ prisma }: Database, scopes: readonly string[] = SCOPES) {
  // Its limits, which several people in one guild reach, aren't what these tests are about.
  const { sandbox } = await startSandbox({ clock: hurriedClock(), oauth });
  const call = createCaller(createRest({ token: TOKEN, apiUrl: sandbox.apiUrl }), TOKEN, systemClock);
  const community = createCommunity(call);
  const seal = createSeal([{ id: 'key', key: createHash('sha256').update('of the tests').digest() }]);
  const chat = createChatOAuth({
    name: 'Sandbox',
    authorizePage: sandbox.authorizeUrl,
    redirectUri: REDIRECT,
    scopes,
    clientId: sandbox.community.state.application.id,
    clientSecret: oauth.clientSecret,
    apiUrl: sandbox.apiUrl,
    call,
    clock: systemClock,
  });
  await chat.declare(METADATA, signal);
  const nowhere = 'http://127.0.0.1:9';
  const service = await startService();
  const commerce = createCommerceOAuth({
    baseUrl: service.url,
    publicUrl: nowhere,
    redirectUri: nowhere,
    clientId: 'app_1',
    clientSecret: 'none',
    clock: systemClock,
    aliases: new Map(),
  });

  /** Starts a process that lives until `end`. */
  const live = (guildIds: readonly string[], queue: Job[], end?: End) => {
    const { step, life, ...store } = mortal(prisma, queue, end);
    const counted = <Name extends 'connect' | 'join' | 'refresh' | 'revoke'>(name: Name) =>
      ((...args: Parameters<(typeof chat)[Name]>) =>
        step(() => Reflect.apply(chat[name], chat, args))) as (typeof chat)[Name];
    const base = {
      clock: systemClock,
      log: quietLog,
      community,
      seal,
      commerce,
      guildIds,
      allowsSeveral: false,
      queueRefresh: async () => undefined,
    };
    const sync = (member: MemberRef, request: SyncRequest) =>
      step(async () => {
        const nothing = async () => undefined;
        await syncMember({ ...base, prisma, send: nothing, notifyMember: nothing }, member, request, signal);
      });
    const dying = { connect: counted('connect'), join: counted('join'), refresh: counted('refresh') };
    const deps = { ...base, ...store, chat: { ...chat, ...dying, revoke: counted('revoke') } };
    const work = async ({ queue: name, data }: Job) => {
      if (name === linkChanged.name)
        await applyLink(deps, Value.Parse(linkChanged.data, data).commerceUserId, signal);
      if (name === connectionChanged.name)
        await updateConnection(deps, Value.Parse(connectionChanged.data, data).chatUserId, signal);
      if (name === revocationsDue.name) await workRevocations(deps, signal);
      if (name === typedAccountsChanged.name)
        await syncTypedAccounts(deps, Value.Parse(typedAccountsChanged.data, data).commerceUserId, signal);
      if (name !== memberChanged.name) return;
      const { guildId, userId, ...request } = Value.Parse(memberChanged.data, data);
      await sync({ guildId, userId }, request);
      if (request.awaitedBy) await recordDeparture(deps, { guildId, userId }, request.awaitedBy);
    };
    return {
      deps,
      steps: () => life.steps,
      /** Runs the waiting jobs. A job that fails stays in the queue. */
      async work() {
        for (let job = queue[0]; job; job = queue[0]) {
          await work(job);
          queue.shift();
        }
      },
    };
  };

  return {
    sandbox,
    service,
    prisma,
    chat,
    live,
    /** Creates a guild with two people and a mapped role, and a membership of a commerce user. */
    async scene() {
      const number = ++scenes;
      const guild = sandbox.community.createGuild(`Crew ${number}`, 3);
      const botRole = [...guild.roles.values()].find(({ managed }) => managed);
      sandbox.community.changeRole(guild.id, botRole?.id ?? '', { position: 50 });
      const roleId = sandbox.community.createRole(guild.id, { name: 'Paid', position: 1 }).id;
      const bot = sandbox.community.state.application.botId;
      const [old = '', fresh = ''] = [...guild.members.keys()].filter((id) => id !== bot);
      const [commerceUserId, planId] = [`user_${number}`, `plan_${number}`];
      const now = new Date(Date.now() - DAYS);
      await saveMapping(prisma, {
        guildId: guild.id,
        roleId,
        sourceId: planId,
        condition: 'valid',
        ...DEFAULT_POLICY,
      });
      await prisma.mirroredMembership.create({
        data: {
          id: `mem_${number}`,
          planId,
          commerceUserId,
          status: 'active',
          valid: true,
          observation: 1,
          observedAt: now,
        },
      });
      return { guildId: guild.id, old, fresh, commerceUserId, roleId };
    },
    rolesOf: (guildId: string, userId: string) =>
      sandbox.community.guild(guildId)?.members.get(userId)?.roles,
    /** Creates a journey at the confirmation step. @returns its session */
    async atConfirm(chatUserId: string, commerceUserId: string) {
      const url = new URL(chat.authorizeUrl('state'));
      const body = new URLSearchParams({ user_id: chatUserId, choice: 'authorize' });
      const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
      const chatTokens = sealTokens(seal, 'chat', chatUserId, await chat.exchange(code, signal));
      const tokens = { access: commerceUserId, expiresAt: Date.now() + DAYS, scopes: ['profile'] };
      const commerceTokens = sealTokens(seal, 'commerce', commerceUserId, tokens);
      const session = newSecret();
      await prisma.linkJourney.create({
        data: {
          session: digest(session),
          step: 'confirm',
          chatUserId,
          chatName: 'A',
          chatTokens,
          commerceUserId,
          commerceName: 'B',
          commerceTokens,
          expiresAt: new Date(Date.now() + DAYS),
        },
      });
      return session;
    },
    revokeAtPlatform(userId: string) {
      for (const grant of sandbox.community.state.grants.values())
        if (grant.userId === userId)
          sandbox.community.commit({
            writes: [{ kind: 'grant', within: '', id: grant.id, value: undefined }],
            events: [],
          });
    },
  };
}
