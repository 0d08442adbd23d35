import type { TObject } from 'typebox';
import Value from 'typebox/value';
import { DEFAULT_POLICY, type Policy, saveMapping } from '../../src/access/mappings/mappings.ts';
import { followProbe } from '../../src/access/problems/retry-problems.ts';
import { memberChanged } from '../../src/access/queue/queues.ts';
import type { SyncRequest } from '../../src/access/queue/sync-request.ts';
import { queueRepairs } from '../../src/access/sweep/queue-repairs.ts';
import { sweepGuild } from '../../src/access/sweep/sweep-guild.ts';
import { createOwnSyncs } from '../../src/access/sync/observe-member.ts';
import { syncMember } from '../../src/access/sync/sync-member.ts';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/database/index.ts';
import { createCaller } from '../../src/discord/caller.ts';
import { createCommunity } from '../../src/discord/community.ts';
import { createRest } from '../../src/discord/rest.ts';
import { queueMemberNotification } from '../../src/notifications/index.ts';
import type { Queue, Send, SendAll } from '../../src/queue.ts';
import { startSandbox, TOKEN } from '../sandbox/sandbox.ts';
import { hurriedClock } from '../support/clocks.ts';
import { quietLog } from '../support/log.ts';

const signal = new AbortController().signal;

const LIVE: SyncRequest = { urgency: 'live', mayTake: true };

/** Role position below the bot's own, so that the bot can assign the role. */
const LOW = 1;

/**
 * Starts the access engine on a guild of its own. Jobs only run when the test calls `workQueued`. The sandbox has a
 * fast clock, so that its rate limits cause no waits.
 */
export async function startEngine(database: Database, size = 3) {
  return foundCrew(await openEngine(database), size);
}

/** Starts the parts that the guilds of one test share. */
export async function openEngine({ prisma }: Database) {
  const { sandbox } = await startSandbox({ clock: hurriedClock() });
  const sent: { queue: string; data: object }[] = [];
  const send: Send = async ({ name }, data) => void sent.push({ queue: name, data });
  const sendAll: SendAll = async ({ name }, jobs) => {
    for (const { data } of jobs) sent.push({ queue: name, data });
  };
  const deps = {
    prisma,
    clock: systemClock,
    log: quietLog,
    send,
    sendAll,
    ownSyncs: createOwnSyncs(systemClock),
    notifyMember: queueMemberNotification(send),
    memberCount: (guildId: string) => sandbox.community.guild(guildId)?.members.size,
  };
  return { sandbox, deps, sent };
}

/**
 * Creates a guild with its own members, in which the bot can assign roles. It has a client of its own: after 50
 * requests, one waits for the next second.
 */
export function foundCrew({ sandbox, sent, ...parts }: Awaited<ReturnType<typeof openEngine>>, size: number) {
  const call = createCaller(createRest({ token: TOKEN, apiUrl: sandbox.apiUrl }), TOKEN, systemClock);
  const deps = { ...parts.deps, community: createCommunity(call) };
  const { prisma } = deps;
  const guild = sandbox.community.createGuild('Crew', size);
  const botRole = [...guild.roles.values()].find(({ managed }) => managed);
  sandbox.community.changeRole(guild.id, botRole?.id ?? '', { position: 50 });
  const people = [...guild.members.keys()].filter((id) => id !== sandbox.community.state.application.botId);
  const guildId = guild.id;
  const sync = (userId: string, request = LIVE) => syncMember(deps, { guildId, userId }, request, signal);
  let memberships = 0;
  /** Runs the queued member jobs, or only the first `limit`, and drops the rest. @returns the number queued */
  const workQueued = async (limit = Infinity) => {
    const jobs = sent.splice(0).filter(({ queue }) => queue === memberChanged.name);
    for (const { data } of jobs.slice(0, limit)) {
      const { guildId: _, userId, ...request } = Value.Parse(memberChanged.data, data);
      await followProbe(deps, { guildId, userId }, request, await sync(userId, request));
    }
    return jobs.length;
  };
  return {
    sandbox,
    deps,
    call,
    guildId,
    people,
    signal,
    sent: <Data extends TObject>(queue: Queue<Data>) =>
      sent.filter(({ queue: name }) => name === queue.name).map(({ data }) => Value.Parse(queue.data, data)),
    role: (name: string, position = LOW) => sandbox.community.createRole(guildId, { name, position }).id,
    rolesOf: (userId: string) => sandbox.community.guild(guildId)?.members.get(userId)?.roles,
    map: (roleId: string, sourceId: string, policy: Partial<Policy> = {}) =>
      saveMapping(prisma, { guildId, roleId, sourceId, condition: 'valid', ...DEFAULT_POLICY, ...policy }),
    /** Adds an active membership to the mirror. @returns its id */
    async buy(userId: string, planId: string, { free = false, chatProven = true } = {}) {
      const id = `mem_${guildId}_${++memberships}`;
      const now = systemClock.now();
      await prisma.mirroredMembership.create({
        data: {
          id,
          planId,
          free,
          chatProven,
          chatUserId: userId,
          chatConnectedAt: now,
          status: 'active',
          valid: true,
          observation: 1,
          observedAt: now,
        },
      });
      return id;
    },
    end: (userIds: readonly string[], status = 'canceled') =>
      prisma.mirroredMembership.updateMany({
        where: { chatUserId: { in: [...userIds] } },
        data: { valid: false, status, endedAt: systemClock.now() },
      }),
    sync,
    sweep: () => sweepGuild(deps, guildId, { mayTake: true }, signal),
    /** Queues and runs the corrections that the last sweep found. @returns the number of members queued */
    async heal(options: { mayTake: boolean } = { mayTake: true }) {
      const { run } = await prisma.sweep.findUniqueOrThrow({ where: { guildId } });
      await queueRepairs(deps, guildId, run ?? '', options);
      return workQueued();
    },
    workQueued,
  };
}
