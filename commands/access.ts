import { setTimeout as wait } from 'node:timers/promises';
import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { person, yesOrNo } from '../src/discord/commands/options.ts';
import type { Reply } from '../src/discord/commands/reply.ts';
import { logChannelSteps } from './components/log-channel.ts';
import { previewReply } from './components/preview.ts';
import { listProblems, problemSteps } from './components/problems.ts';
import { ask, type Roles, why, whyRole } from './components/why.ts';

/** Polling of ordered work: the interval in milliseconds, and the maximum numbers of polls. */
const LOOK_EVERY = 1_000;
const MEMBER_LOOKS = 8;
const BLOCKED_LOOKS = 2;
const SWEEP_LOOKS = 600;

const dueOf = (roles: Roles): Roles => roles.filter(({ action }) => action !== 'leave');

async function syncMember(context: Context, userId: string, isDryRun: boolean): Promise<Reply> {
  const words = context.words.access;
  const { isMember, roles } = await ask(context, userId);
  const due = dueOf(roles);
  if (!isMember) return { tone: 'warning', title: words.inOrder, lines: [words.absent(userId)] };
  if (due.length === 0) return { tone: 'good', title: words.inOrder, lines: [words.nothingToDo(userId)] };
  const show = (some: Roles) => some.map((role) => ({ lines: whyRole(context, role) }));
  if (isDryRun) return { title: words.wouldChange, lines: [words.about(userId)], sections: show(due) };
  await context.features.access.syncMember({ guildId: context.guildId, userId }, context.userId);
  let left = due;
  for (let look = 1; look <= MEMBER_LOOKS; look += 1) {
    await wait(LOOK_EVERY, undefined, { signal: context.signal });
    left = dueOf((await ask(context, userId)).roles);
    if (left.length === 0) {
      const done = due.map(({ roleId, action }) => words[action === 'grant' ? 'given' : 'taken'](roleId));
      return { tone: 'good', title: words.changed, lines: [words.about(userId), ...done] };
    }
    // Don't wait for roles that only an admin can unblock.
    if (look >= BLOCKED_LOOKS && left.every(({ problem }) => problem !== null)) break;
  }
  const lines = [words.underWayMember(userId)];
  return { tone: 'warning', title: words.underWay, lines, sections: show(left) };
}

type Sweep = NonNullable<Awaited<ReturnType<Context['features']['access']['lastSweep']>>>;

function comparedReply(words: Context['words']['access'], sweep: Sweep): Reply {
  const { members, drifted, heldSince, answer, onlyGave } = sweep;
  const title = words.compared;
  if (drifted === 0) return { tone: 'good', title, lines: [words.allRight(members)] };
  const wrong = words.wrong(members, drifted);
  if (heldSince && answer !== 'approve') {
    const held = answer === 'refuse' ? words.refused : words.held;
    return { tone: 'warning', title, lines: [wrong, held] };
  }
  if (onlyGave) return { tone: 'warning', title, lines: [wrong, words.onlyGave] };
  return { tone: 'good', title, lines: [words.drifted(members, drifted)] };
}

async function syncEverybody(context: Context): Promise<Reply> {
  const { guildId, features, signal } = context;
  const words = context.words.access;
  const before = await features.access.lastSweep(guildId);
  await features.access.sweep(guildId, context.userId);
  await context.show({ title: words.comparing });
  for (let look = 0; look < SWEEP_LOOKS; look += 1) {
    await wait(LOOK_EVERY, undefined, { signal });
    const sweep = await features.access.lastSweep(guildId);
    // Ignore a sweep that was already running when this one was ordered.
    if (!sweep?.finishedAt || sweep.startedAt.getTime() === before?.startedAt.getTime()) continue;
    return comparedReply(words, sweep);
  }
  return { tone: 'warning', title: words.underWay, lines: [words.sweepUnderWay] };
}

export default defineCommand({
  name: 'access',
  audience: 'admin',
  description: (words) => words.access.description,
  steps: { ...problemSteps, ...logChannelSteps },
  subcommands: {
    problems: subcommand({
      description: (words) => words.problems.description,
      options: {},
      run: (context) => listProblems(context, 1),
    }),
    why: subcommand({
      description: (words) => words.access.why,
      options: { member: person({ description: (words) => words.access.whyMember, required: true }) },
      run: (context, { member }) => why(context, member.id),
    }),
    sync: subcommand({
      description: (words) => words.access.sync,
      options: {
        member: person({ description: (words) => words.access.syncMember, required: false }),
        dry_run: yesOrNo({ description: (words) => words.access.dryRun, required: false }),
      },
      async run(context, { member, dry_run: isDryRun = false }) {
        if (member) return syncMember(context, member.id, isDryRun);
        if (!isDryRun) return syncEverybody(context);
        const preview = await context.features.access.previewSweep(context.guildId, context.signal);
        return previewReply(context, context.words.access.wouldChange, preview);
      },
    }),
  },
});
