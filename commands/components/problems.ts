import Type, { type Static } from 'typebox';
import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply, type Section } from '../../src/discord/commands/reply.ts';
import { defineStep } from '../../src/discord/commands/step.ts';
import { storedFaultText } from '../../src/i18n/chat-fault.ts';
import { textOf } from '../../src/i18n/format.ts';
import { joined, type Markdown, md, mentionOf } from '../../src/i18n/markdown.ts';

type Problems = Awaited<ReturnType<Context['features']['access']['problems']>>;
type NeedsAction = Problems['needsAction'][number];
type FailedItem = Problems['failedWork'][number];

/** Items per page. Each has buttons of its own, and a message can hold 40 components. */
const ON_A_PAGE = 5;

const Nothing = Type.Object({});
const Page = Type.Object({ page: Type.Integer() });

/** The question of a held sweep as it was shown: its start, and whether it had been refused. */
const Shown = Type.Object({ since: Type.String(), isRefused: Type.Boolean() });
type Shown = Static<typeof Shown>;

const Item = Type.Object({
  page: Type.Integer(),
  ref: Type.Union([
    Type.Object({ subject: Type.String() }),
    Type.Object({ job: Type.Object({ id: Type.String(), queue: Type.String() }) }),
  ]),
});
type Item = Static<typeof Item>;

/** Lists problems, failed work and a held sweep, with buttons for each. */
export async function listProblems(context: Context, wanted: number, note?: Markdown): Promise<Reply> {
  const { features, guildId } = context;
  const words = context.words.problems;
  const { needsAction, needsActionCount, failedWork, held } = await features.access.problems(guildId);
  const notes = note ? [note] : [];
  const sections = held ? [heldSection(context, held)] : [];
  const count = needsActionCount + (held && !held.isRefused ? 1 : 0);
  if (count + failedWork.length === 0)
    return { tone: 'good', title: words.none, lines: [...notes, ...(held ? [] : [words.allWell])], sections };

  const items = [
    ...needsAction.map((problem) => (page: number) => problemSection(context, page, problem)),
    ...failedWork.map((item) => (page: number) => workSection(context, page, item)),
  ];
  const pages = Math.max(1, Math.ceil(items.length / ON_A_PAGE));
  const page = Math.min(wanted, pages);
  const shown = items.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
  const unlisted = needsActionCount - needsAction.length;
  return {
    tone: 'warning',
    title: words.title,
    lines: [
      ...notes,
      ...(count > 1 ? [words.needYou(count)] : []),
      ...(failedWork.length > 0 ? [words.failed(failedWork.length)] : []),
      ...(unlisted > 0 ? [words.unlisted(unlisted)] : []),
    ],
    sections: [...sections, ...shown.map((section) => section(page))],
    rows: [controls(context, page, pages, items.length)],
    ...(pages > 1 && { footer: context.words.frame.page(page, pages) }),
  };
}

function controls({ words }: Context, page: number, pages: number, items: number) {
  const to = (target: number, label: string) =>
    button(turnProblems, { page: target }, label, {
      isDisabled: target < 1 || target > pages,
    });
  const turns = pages > 1 ? [to(page - 1, words.frame.previous), to(page + 1, words.frame.next)] : [];
  return [...turns, ...(items > 1 ? [button(retryAll, {}, words.problems.retryAll)] : [])];
}

function heldSection({ words }: Context, held: NonNullable<Problems['held']>): Section {
  const { since, roles, missing, isRefused } = held;
  const { notifications, problems } = words;
  const why = isRefused ? problems.heldRefusedWhy : notifications.heldWhy;
  const shown = { since: since.toISOString(), isRefused };
  const take = button(approve, shown, problems.approve, { look: 'danger' });
  return {
    lines: [
      md`**${isRefused ? problems.heldRefused : notifications.held}**`,
      ...roles.map(({ roleId, holders, losses }) => notifications.heldRole(roleId, losses, holders)),
      missing === null ? why : md`${notifications.heldMissing(missing)}${isRefused ? md`\n${why}` : ''}`,
      md`-# ${problems.since(since)}`,
    ],
    below: isRefused ? [take] : [take, button(refuse, shown, problems.refuse)],
  };
}

function problemSection(
  { words: { problems: words, access, faults } }: Context,
  page: number,
  problem: NeedsAction,
): Section {
  const { about, affected, userIds, since, isBlocking, subject } = problem;
  const others = affected - userIds.length;
  const named = joined(userIds.map(mentionOf.member), ', ');
  const whom =
    affected > 0
      ? [words.affects(affected, others > 0 ? md`${named}${access.andOthers(others)}` : named)]
      : [];
  const lines = [
    md`**${nameOf(words, about)}**`,
    md`⚠️ ${storedFaultText(faults, problem.problem)}`,
    ...(isBlocking ? [] : [words.underWay]),
    md`-# ${joined([words.since(since), ...whom], ' · ')}`,
  ];
  return { lines, below: itemButtons(words, { page, ref: { subject } }) };
}

function nameOf(words: Context['words']['problems'], about: NeedsAction['about']): Markdown {
  if (about.kind === 'role' || about.kind === 'conflict') return mentionOf.role(about.roleId);
  if (about.kind === 'account') return words.account(about.userId, about.roleId ?? null);
  return about.kind === 'kick' ? words.kick(about.userId) : md`${words.subjects[about.kind]}`;
}

function workSection(
  { words: { problems: words, faults } }: Context,
  page: number,
  item: FailedItem,
): Section {
  const { id, queue, userId, membershipId, attempts, failedAt } = item;
  const about = [
    ...(userId === null ? [] : [words.workAbout.member(userId)]),
    ...(membershipId === null ? [] : [words.workAbout.membership(membershipId)]),
  ];
  const name = md`**${textOf(words.work, queue) ?? queue}**`;
  return {
    lines: [
      about.length > 0 ? md`${name}: ${joined(about, ', ')}` : name,
      md`⚠️ ${storedFaultText(faults, item)}`,
      md`-# ${words.attempts(attempts, failedAt)}`,
    ],
    below: itemButtons(words, { page, ref: { job: { id, queue } } }),
  };
}

const itemButtons = (words: Context['words']['problems'], item: Item) => [
  button(retry, item, words.retry, { look: 'main' }),
  button(dismiss, item, words.dismiss),
];

async function retryItem(context: Context, { page, ref }: Item): Promise<Reply> {
  const { features, guildId, userId: by, words } = context;
  const isThere = await features.access.retryProblem({ guildId, by }, ref);
  return listProblems(context, page, isThere ? words.problems.retried : words.problems.gone);
}

async function dismissItem(context: Context, { page, ref }: Item): Promise<Reply> {
  const { features, guildId, userId: by, words } = context;
  const isThere = await features.access.dismissProblem({ guildId, by }, ref);
  return listProblems(context, page, isThere ? words.problems.dismissed : words.problems.gone);
}

async function retryEverything(context: Context): Promise<Reply> {
  const { features, guildId, userId: by, words } = context;
  const count = await features.access.retryAllProblems({ guildId, by });
  return listProblems(context, 1, words.problems.retriedAll(count));
}

async function answer(context: Context, shown: Shown, said: 'approve' | 'refuse'): Promise<Reply> {
  const { features, guildId, userId, words } = context;
  const question = { ...shown, since: new Date(shown.since) };
  const isTaken = await features.access.answerHeld(guildId, said, userId, question);
  const { approved, refused, answered } = words.problems;
  const note = said === 'approve' ? approved : refused;
  return listProblems(context, 1, isTaken ? note : answered);
}

const turnProblems = defineStep({ data: Page, run: (context, { page }) => listProblems(context, page) });
const retry = defineStep({ data: Item, once: true, run: retryItem });
const dismiss = defineStep({ data: Item, once: true, run: dismissItem });
const retryAll = defineStep({ data: Nothing, once: true, run: retryEverything });
const approve = defineStep({
  data: Shown,
  once: true,
  run: (context, shown) => answer(context, shown, 'approve'),
});
const refuse = defineStep({
  data: Shown,
  once: true,
  run: (context, shown) => answer(context, shown, 'refuse'),
});

export const problemSteps = { turnProblems, retry, dismiss, retryAll, approve, refuse };
