import { defineSimpleCommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import type { Reply } from '../src/discord/commands/reply.ts';
import { joined, type Markdown } from '../src/i18n/markdown.ts';
import { namesOf } from './components/mapping.ts';

type Stats = Awaited<ReturnType<Context['features']['stats']['read']>>;

/** Plans listed by name; the others are summed up. */
const NAMED = 10;

async function tell(context: Context): Promise<Reply> {
  const { features, guildId, words, signal } = context;
  const { stats: say } = words;
  const stats = await features.stats.read(guildId);
  const { days, latency, failures } = stats;
  const sum = (of: 'joins' | 'ends') => days.reduce((all, day) => all + day[of], 0);
  const { problems, members, work } = failures;
  const waits = [
    ...(problems > 0 ? [say.problems(problems, members)] : []),
    ...(work > 0 ? [say.work(work)] : []),
  ];
  return {
    title: say.title,
    sections: [
      { lines: [say.plans, ...(await plans(context, stats))] },
      ...(stats.roles.length > 0
        ? [{ lines: [say.roles, ...stats.roles.map(({ roleId, members }) => say.role(roleId, members))] }]
        : []),
      { lines: [say.latency, latency ? marks(context, latency) : say.noLatency] },
      {
        lines: [say.failures, waits.length > 0 ? say.waits(joined(waits, ', ')) : say.noFailures],
      },
    ],
    picture: {
      name: 'memberships.png',
      data: await features.stats.picture(days, say.chart, signal),
      alt: say.alt(sum('joins'), sum('ends')),
    },
  };
}

async function plans(context: Context, { plans }: Stats): Promise<readonly Markdown[]> {
  const { stats: say } = context.words;
  if (plans.length === 0) return [say.noPlans];
  const name = await namesOf(context);
  const others = plans.slice(NAMED);
  return [
    ...plans.slice(0, NAMED).map(({ planId, members }) => say.plan(name(planId), members)),
    ...(others.length > 0
      ? [
          say.plansMore(
            others.length,
            others.reduce((all, { members }) => all + members, 0),
          ),
        ]
      : []),
  ];
}

function marks({ words: { stats: say } }: Context, latency: NonNullable<Stats['latency']>): Markdown {
  const { p50, p95, p99, count } = latency;
  return say.marks(say.seconds(p50), say.seconds(p95), say.seconds(p99), count);
}

export default defineSimpleCommand({
  name: 'stats',
  audience: 'admin',
  description: (words) => words.stats.description,
  options: {},
  run: tell,
});
