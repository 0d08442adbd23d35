import Type from 'typebox';
import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { text } from '../src/discord/commands/options.ts';
import { button, type Reply } from '../src/discord/commands/reply.ts';
import { defineStep } from '../src/discord/commands/step.ts';
import type { Markdown } from '../src/i18n/markdown.ts';
import { Paging, pageReply } from './components/page.ts';
import { cancel } from './components/preview.ts';

type Now = Awaited<ReturnType<Context['features']['webhooks']['list']>>;

const ON_A_PAGE = 10;

const turnPage = defineStep({ data: Paging, run: (context, page) => list(context, page) });

async function list(context: Context, paging: { page: number; per: number }): Promise<Reply> {
  const { words, features } = context;
  const now = await features.webhooks.list();
  const ours = now.webhooks.filter(({ isOurs }) => isOurs);
  const page = pageReply(context, turnPage, {
    title: words.webhooks.titles.list,
    of: now.webhooks,
    ...paging,
    show: ({ id, url, enabled, isOurs, disabledReason, events }) => [
      words.webhooks.line(url, id, isOurs),
      words.webhooks.state(enabled, disabledReason, events?.length ?? 0),
    ],
  });
  const tone = ours.some(({ enabled }) => enabled) ? 'good' : 'warning';
  return { ...page, tone, lines: standing(context, now), sections: [{ lines: page.lines ?? [] }] };
}

function standing({ words: { webhooks: words, frame } }: Context, now: Now): readonly Markdown[] {
  const { webhooks, skipped, ourUrl, lastArrival, lastDelivery } = now;
  const ours = webhooks.filter(({ isOurs }) => isOurs);
  const isEnabled = ours.some(({ enabled }) => enabled);
  return [
    ours.length === 0 ? words.oursMissing(ourUrl) : isEnabled ? words.oursThere : words.oursDisabled,
    lastArrival === null ? words.nothingCame : words.lastCame(lastArrival),
    ...(lastDelivery === null ? [] : [words.lastDelivery(lastDelivery)]),
    ...(skipped > 0 ? [frame.leftOut(skipped)] : []),
  ];
}

async function register(context: Context, typed: string | undefined): Promise<Reply> {
  const { words, features } = context;
  const url = typed?.trim() ?? features.webhooks.ourUrl;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return { tone: 'warning', title: words.webhooks.titles.unregistered, lines: [words.webhooks.noUrl(url)] };
  const done = await features.webhooks.register(url, context);
  if ('known' in done) {
    const { id, enabled, disabledReason, events } = done.known;
    return {
      tone: 'warning',
      title: words.webhooks.titles.known,
      lines: [
        words.webhooks.line(url, id, false),
        words.webhooks.state(enabled, disabledReason, events?.length ?? 0),
        words.webhooks.rotateInstead,
      ],
    };
  }
  const { made, isOurs } = done;
  return secretReply(context, words.webhooks.titles.registered, made, isOurs ? [words.webhooks.setNew] : []);
}

/** Shows a secret once, to the admin who asked for it. */
const secretReply = (
  { words: { webhooks: words } }: Context,
  title: string,
  { url, id, secret }: { readonly url: string; readonly id: string; readonly secret: string | null },
  cure: readonly Markdown[],
): Reply => ({
  tone: 'good',
  title,
  lines: [
    words.line(url, id, false),
    ...(secret === null ? [words.secretThere] : [words.secretIs, words.secret(secret), ...cure]),
  ],
  footer: words.onlyOnce,
});

const rotate = defineStep({
  data: Type.Object({ id: Type.String(), isOurs: Type.Boolean() }),
  once: true,
  async run(context, { id, isOurs }) {
    const { words, features } = context;
    const rotated = await features.webhooks.rotate(id, context);
    const cure = isOurs ? [words.webhooks.setBoth] : [words.webhooks.setThere];
    return secretReply(context, words.webhooks.titles.rotated, rotated, cure);
  },
});

async function askToRotate({ words, features }: Context, id: string): Promise<Reply> {
  const webhook = await features.webhooks.find(id);
  const { titles, noSuch, line, willRotate, willRotateOurs, rotateIt } = words.webhooks;
  if (!webhook) return { tone: 'warning', title: titles.gone, lines: [noSuch] };
  const { url, isOurs } = webhook;
  return {
    title: titles.rotate,
    lines: [line(url, id, isOurs), isOurs ? willRotateOurs : willRotate],
    rows: [
      [button(rotate, { id, isOurs }, rotateIt, { look: 'danger' }), button(cancel, {}, words.frame.cancel)],
    ],
  };
}

export default defineCommand({
  name: 'webhooks',
  audience: 'operator',
  description: (words) => words.webhooks.description,
  steps: { turnPage, rotate, cancel },
  subcommands: {
    list: subcommand({
      description: (words) => words.webhooks.list,
      options: {},
      run: (context) => list(context, { page: 1, per: ON_A_PAGE }),
    }),
    register: subcommand({
      description: (words) => words.webhooks.register,
      options: {
        url: text({ description: (words) => words.webhooks.url, required: false, max: 2000 }),
      },
      run: (context, { url }) => register(context, url),
    }),
    rotate: subcommand({
      description: (words) => words.webhooks.rotate,
      options: {
        webhook: text({
          description: (words) => words.webhooks.which,
          required: true,
          max: 100,
          suggest: async ({ features }, typed) =>
            (await features.webhooks.suggest(typed)).map(({ id, url }) => ({
              name: `${url} (${id})`,
              value: id,
            })),
        }),
      },
      run: (context, { webhook }) => askToRotate(context, webhook.trim()),
    }),
  },
});
