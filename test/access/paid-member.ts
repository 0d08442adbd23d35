import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { MemberRef } from '../../src/access/community.ts';
import type { SyncRequest } from '../../src/access/queue/sync-request.ts';
import { syncMember } from '../../src/access/sync/sync-member.ts';
import type { Database } from '../../src/database/index.ts';
import { createCaller } from '../../src/discord/caller.ts';
import { createCommunity } from '../../src/discord/community.ts';
import { createRest } from '../../src/discord/rest.ts';
import { startSandbox, TOKEN } from '../sandbox/sandbox.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';

const nothing = async () => undefined;

const LIVE: SyncRequest = { urgency: 'live', mayTake: true };

/** Opens a database for the file. Each test starts without memberships, mappings, grants, changes and problems. */
export function usePaidDatabase(): () => Database {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const { prisma } = database;
    await prisma.$transaction([
      prisma.mirroredMembership.deleteMany(),
      prisma.roleMapping.deleteMany(),
      prisma.roleGrant.deleteMany(),
      prisma.roleChange.deleteMany(),
      prisma.problem.deleteMany(),
      prisma.allowance.deleteMany(),
      prisma.announcement.deleteMany(),
    ]);
  });
  return () => database;
}

/** Sets up Juniper, who has bought a plan that gives Supporter and Insider, in a sandbox of the test's own. */
export async function paidMember({ prisma }: Database) {
  const { sandbox, clock, member, role, rolesOf } = await startSandbox();
  const access = { token: TOKEN, apiUrl: sandbox.apiUrl };
  const community = createCommunity(createCaller(createRest(access), TOKEN, clock));
  const deps = { prisma, clock, log: quietLog, community, send: nothing, notifyMember: nothing };
  const ref = { guildId: sandbox.guildId, userId: member('juniper') };
  for (const name of ['Supporter', 'Insider']) {
    await prisma.roleMapping.create({
      data: { guildId: ref.guildId, roleId: role(name), sourceId: 'plan_a' },
    });
  }
  const membership = {
    id: 'mem_1',
    planId: 'plan_a',
    chatUserId: ref.userId,
    status: 'active',
    valid: true,
    observation: 1,
  };
  await prisma.mirroredMembership.create({ data: { ...membership, observedAt: clock.now() } });
  return {
    sandbox,
    clock,
    ref,
    role,
    /** Advances the clock by 1 s first: the platform allows five reads of a member per second. */
    sync: async (who: MemberRef = ref) => {
      clock.pass(1_000);
      return (await syncMember(deps, who, LIVE, new AbortController().signal)).result;
    },
    roles: () => rolesOf('juniper'),
    end: () => prisma.mirroredMembership.updateMany({ data: { valid: false, status: 'canceled' } }),
    audit: () =>
      prisma.roleChange.findMany({
        orderBy: { id: 'asc' },
        select: { kind: true, roleId: true, reasons: true },
      }),
    problems: () => prisma.problem.findMany({ select: { subject: true, problem: true, since: true } }),
  };
}
