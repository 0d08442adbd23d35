import { systemClock } from '../../src/clock.ts';
import { type App, buildApp } from '../../src/http/app.ts';
import { createLog } from '../../src/observability/log.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import type { TakeFrom } from '../../src/sandbox/rate-limits.ts';
import { foundCrew } from '../../test/support/crew.ts';
import { answer } from '../helper.ts';
import { now } from './now.ts';
import { Question, type Reported } from './questions.ts';

// The chat platform in a process of its own, so that its work isn't measured. Reports the duration of its calls.

const log = createLog('silent');
const seen: Reported = { changes: {}, calls: [] };
let sandbox: Sandbox | undefined;
let guildId = '';

answer(Question, async (question) => {
  switch (question.kind) {
    case 'open':
      return open(question);
    case 'give':
      for (const { userId, roleId } of question.held) sandbox?.community.giveRole(guildId, userId, roleId);
      return {};
    case 'begin': {
      sandbox?.faults.clear();
      const { latency: milliseconds } = question;
      if (milliseconds > 0) sandbox?.faults.add({ effect: { kind: 'latency', milliseconds } });
      seen.calls.length = 0;
      seen.changes = {};
      return {};
    }
    case 'report':
      return seen;
  }
});

interface Wanted {
  readonly port: number;
  readonly token: string;
  readonly guilds: number;
  readonly people: number;
  readonly roles: number;
  readonly isLimited: boolean;
}

async function open({ port, token, guilds, people, roles, isLimited }: Wanted) {
  const baseUrl = `http://127.0.0.1:${port}`;
  const opened = await createSandbox({
    clock: systemClock,
    log,
    baseUrl,
    token,
    file: undefined,
    ...(!isLimited && { take: unlimited }),
  });
  sandbox = opened;
  const crews = Array.from({ length: guilds }, () => foundCrew(opened, people, roles));
  guildId = crews[0]?.guildId ?? '';
  opened.community.watch((event) => {
    if (event.type === 'member-updated') seen.changes[event.member.userId] = now();
  });
  const app = buildApp({ log });
  noteCalls(app);
  await app.register(opened.routes);
  await app.listen({ host: '127.0.0.1', port });
  return { apiUrl: opened.apiUrl, guilds: crews };
}

const unlimited: TakeFrom = ({ limit, windowMs }) => ({
  allowed: true,
  remaining: limit,
  resetAfterMs: windowMs,
  resetAt: systemClock.now().getTime() + windowMs,
});

function noteCalls(app: App): void {
  const begun = new WeakMap<object, number>();
  app.addHook('onRequest', async ({ raw }) => void begun.set(raw, now()));
  app.addHook('onResponse', async ({ raw, method, url }, { statusCode: status }) => {
    const { user } = MEMBERS.exec(url)?.groups ?? {};
    const [at, ended] = [begun.get(raw) ?? 0, now()];
    if (MEMBERS.test(url)) seen.calls.push({ method, userId: user ?? '', begun: at, ended, status });
  });
}

const MEMBERS = /\/guilds\/\d+\/members(?:\/(?<user>\d+)|\?|$)/;
