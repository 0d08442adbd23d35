import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { confirm } from '../../src/linking/decision.ts';
import { unlink } from '../../src/linking/links.ts';
import { formProof } from '../../src/linking/proofs.ts';
import { connectionChanged } from '../../src/linking/queues.ts';
import { Death, type End, type Job } from '../linking/mortal.ts';
import { startStage } from '../linking/stage.ts';
import { titleOf, visitorOf } from '../linking/visitor.ts';
import { dataDirForThisTest } from '../support/data-dir.ts';
import { openTestDatabase } from '../support/database.ts';
import { userOf } from '../support/journey.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

const API_KEY = 'key_for_the_test_of_kills';
const signal = new AbortController().signal;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);
afterAll(() => database.close());

type Stage = Awaited<ReturnType<typeof startStage>>;
type Scene = Awaited<ReturnType<Stage['scene']>>;
type Life = ReturnType<Stage['live']>;

interface Story {
  /** What is there before. */
  before?(stage: Stage, scene: Scene, life: Life): Promise<void>;
  /** What a person does; done again by them when the process died meanwhile. */
  act(stage: Stage, scene: Scene, life: Life, session: string): Promise<unknown>;
  /** Who is about to confirm, if anybody. */
  readonly journeyOf?: 'old' | 'fresh';
  check(stage: Stage, scene: Scene): Promise<void>;
}

const press = (_stage: Stage, _scene: Scene, { deps }: Life, session: string) =>
  confirm(deps, session, formProof(session), '127.0.0.1', signal);
const linkOld = async (stage: Stage, scene: Scene, life: Life) => {
  await press(stage, scene, life, await stage.atConfirm(scene.old, scene.commerceUserId));
  await life.work();
  expect(stage.rolesOf(scene.guildId, scene.old)).toEqual([scene.roleId]);
};

/** Plays the story once for each step and each side of it, killed there; then to its end. */
async function killAtEveryStep(story: Story) {
  const stage = await startStage(database);
  const play = async (end?: End) => {
    const scene = await stage.scene();
    const queue: Job[] = [];
    const healthy = () => stage.live([scene.guildId], queue);
    await story.before?.(stage, scene, healthy());
    const session = story.journeyOf && (await stage.atConfirm(scene[story.journeyOf], scene.commerceUserId));
    const act = (life: Life) => story.act(stage, scene, life, session ?? '');
    const first = stage.live([scene.guildId], queue, end);
    let died = false;
    try {
      await act(first);
      await first.work();
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      died = true;
      const next = healthy();
      await act(next);
      await next.work();
    }
    try {
      await story.check(stage, scene);
    } catch (cause) {
      throw new Error(`Killed ${end?.when} step ${end?.at}, it did not end as it should.`, { cause });
    }
    return { died, steps: first.steps() };
  };
  const { steps } = await play();
  expect(steps).toBeGreaterThan(2);
  for (let at = 0; at < steps; at++)
    for (const when of ['before', 'after'] as const) expect((await play({ at, when })).died).toBe(true);
}

const kindsOf = async ({ prisma }: Stage, { commerceUserId, old, fresh }: Scene) =>
  (
    await prisma.linkChange.findMany({
      where: { OR: [{ commerceUserId }, { commerceUserId: null, chatUserId: { in: [old, fresh] } }] },
      orderBy: { id: 'asc' },
    })
  ).map(({ kind }) => kind);
const auditOf = async ({ prisma }: Stage, { guildId, old }: Scene) =>
  (await prisma.roleChange.findMany({ where: { guildId }, orderBy: { id: 'asc' } })).map(
    ({ userId, kind }) => `${userId === old ? 'old' : 'fresh'} ${kind}`,
  );
const grantsOf = ({ prisma }: Stage, { old, fresh }: Scene) =>
  prisma.chatGrant.findMany({ where: { chatUserId: { in: [old, fresh] } } });

test('a link, killed at any step, ends with the role, once audited', { timeout: 120_000 }, async () => {
  await killAtEveryStep({
    act: press,
    journeyOf: 'old',
    async check(stage, scene) {
      expect(stage.rolesOf(scene.guildId, scene.old)).toEqual([scene.roleId]);
      expect(await kindsOf(stage, scene)).toEqual(['link']);
      expect(await auditOf(stage, scene)).toEqual(['old grant']);
      expect(stage.sandbox.community.state.connections.get(scene.old)?.metadata).toMatchObject({
        is_member: '1',
      });
    },
  });
});

test('a link that moves, killed at any step: the old account loses, then the new one gets', {
  timeout: 120_000,
}, async () => {
  await killAtEveryStep({
    before: linkOld,
    act: press,
    journeyOf: 'fresh',
    async check(stage, scene) {
      expect(stage.rolesOf(scene.guildId, scene.old)).toEqual([]);
      expect(stage.rolesOf(scene.guildId, scene.fresh)).toEqual([scene.roleId]);
      expect(await kindsOf(stage, scene)).toEqual(['link', 'move']);
      expect(await auditOf(stage, scene)).toEqual(['old grant', 'old revoke', 'fresh grant']);
      expect(await grantsOf(stage, scene)).toMatchObject([{ chatUserId: scene.fresh }]);
    },
  });
});

test('an unlink that forbids another, killed at any step: role, link and tokens are gone, and no new one comes', {
  timeout: 120_000,
}, async () => {
  await killAtEveryStep({
    before: linkOld,
    act: (_stage, scene, { deps }) =>
      unlink(deps, { chatUserId: scene.old, orderedBy: 'admin', forbidDays: 7 }),
    async check(stage, scene) {
      expect(stage.rolesOf(scene.guildId, scene.old)).toEqual([]);
      expect((await kindsOf(stage, scene)).filter((kind) => kind !== 'forbid')).toEqual(['link', 'unlink']);
      expect(await auditOf(stage, scene)).toEqual(['old grant', 'old revoke']);
      expect(await grantsOf(stage, scene)).toEqual([]);
      expect([...stage.sandbox.community.state.grants.values()].map(({ userId }) => userId)).not.toContain(
        scene.old,
      );
      const { deps } = stage.live([scene.guildId], []);
      for (const who of [scene.old, scene.fresh]) {
        const session = await stage.atConfirm(who, scene.commerceUserId);
        expect(await confirm(deps, session, formProof(session), '127.0.0.1', signal)).toMatchObject({
          kind: 'forbidden',
        });
      }
    },
  });
});

test('a grant that the member revoked at the platform, killed at any step: tokens gone, link and role stay', {
  timeout: 120_000,
}, async () => {
  await killAtEveryStep({
    async before(stage, scene, life) {
      await linkOld(stage, scene, life);
      stage.revokeAtPlatform(scene.old);
      const { commerceUserId } = scene;
      await stage.prisma.mirroredMembership.create({
        data: {
          id: `${commerceUserId}_other`,
          planId: 'plan_other',
          commerceUserId,
          status: 'active',
          valid: true,
          observation: 1,
          observedAt: new Date(),
        },
      });
    },
    async act(_stage, scene, { deps }) {
      await deps.send(connectionChanged, { chatUserId: scene.old });
    },
    async check(stage, scene) {
      expect(await grantsOf(stage, scene)).toEqual([]);
      expect(await kindsOf(stage, scene)).toEqual(['link', 'grant_revoked']);
      expect(stage.rolesOf(scene.guildId, scene.old)).toEqual([scene.roleId]);
    },
  });
});

test('the whole process killed just after a confirmation: after the restart the roles have moved', {
  timeout: 400_000,
}, async () => {
  const port = await freePort();
  const variables = { PORT: String(port), DATA_DIR: await dataDirForThisTest(), COMMERCE_API_KEY: API_KEY };
  const start = async () => {
    const started = startProcess(variables);
    await started.printed('Rolekeeper is running');
    return started;
  };
  const url = `http://127.0.0.1:${port}`;
  const user = userOf(url, API_KEY);
  let running = await start();
  const [plan] = await user.plans();
  const people = (await user.people()).map(({ id }) => id).slice(-2);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'ann@example.com', card_number: '4242424242424242' });
  await fetch(plan?.direct_link ?? '', { method: 'POST', headers, body });
  for (const [index, delay] of [0, 15, 40, 80].entries()) {
    const [to = '', from = ''] = index % 2 === 0 ? people : people.toReversed();
    const visitor = visitorOf({ url });
    const confirm = await visitor.toConfirm(to, 'ann@example.com');
    expect(titleOf(await visitor.press(confirm, '/link/confirm'))).toBe('Your accounts are linked');
    await setTimeout(delay);
    await running.end('SIGKILL');
    running = await start();
    await user.hasRole(to, 'Supporter');
    await user.lacksRole(from, 'Supporter');
  }
});

test('the stage itself can end a life', async () => {
  const stage = await startStage(database);
  const { deps } = stage.live([], [], { at: 0, when: 'before' });
  await expect(deps.prisma.accountLink.deleteMany()).rejects.toBeInstanceOf(Death);
  await expect(deps.prisma.accountLink.count()).rejects.toBeInstanceOf(Death);
});
