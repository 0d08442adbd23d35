import Type, { type Static } from 'typebox';
import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { channel, integer, oneOf, yesOrNo } from '../src/discord/commands/options.ts';
import { button, choice, type Reply } from '../src/discord/commands/reply.ts';
import { defineStep } from '../src/discord/commands/step.ts';
import { isLanguage, LANGUAGES, languageName, type Text, wordsFor } from '../src/i18n/index.ts';
import { MAX_DAYS } from '../src/limits.ts';
import { Mapping } from './components/mapping.ts';
import { cancel } from './components/preview.ts';
import { termOptions, termsText } from './components/terms.ts';

const LANGUAGE_NAMES: Readonly<Record<string, Text>> = Object.fromEntries(
  LANGUAGES.map((language) => [language, (words) => languageName(language, words)]),
);

type Settings = Awaited<ReturnType<Context['features']['settings']['read']>>;

/** Settings to change; the data of a button. */
const Change = Type.Partial(
  Type.Object({
    logChannelId: Type.Union([Type.Null(), Type.String()]),
    tellMembers: Type.Boolean(),
    language: Type.Enum([...LANGUAGES]),
    relinkDays: Type.Integer(),
    policy: Type.Partial(Type.Pick(Mapping, ['atEnd', 'graceDays', 'orphans', 'waitForScreening'])),
  }),
);
type Change = Static<typeof Change>;

function panel({ words }: Context, settings: Settings, isSaved = false): Reply {
  const { logChannelId, language, tellMembers, policy, relinkDays } = settings;
  const { names, line, ...said } = words.settings;
  return {
    ...(isSaved && { tone: 'good' }),
    title: isSaved ? said.saved : said.title,
    lines: [
      line(names.logChannel, logChannelId === null ? said.noChannel : said.channel(logChannelId)),
      line(names.language, languageName(language, words)),
      line(names.tellMembers, tellMembers ? said.told : said.notTold),
      line(names.relink, said.relink(relinkDays)),
      line(names.policy, termsText(words, policy)),
      said.policyHint,
    ],
    rows: [
      choice(chooseChannel, {}, { hint: said.choose, of: 'channels' }),
      [
        button(change, { tellMembers: !tellMembers }, tellMembers ? said.dontTell : said.tell),
        ...LANGUAGES.filter((other) => other !== language).map((other) =>
          button(change, { language: other }, wordsFor(other).settings.speak),
        ),
        button(change, { logChannelId: null }, said.noLog, { isDisabled: logChannelId === null }),
      ],
    ],
  };
}

/** Saves at once, except for a log channel that every member can read, which needs a confirmation. */
async function save(context: Context, wanted: Change): Promise<Reply> {
  const { features, guildId, signal, words } = context;
  const { title, unchanged, publicTitle, isPublic, publicAnyway } = words.settings;
  if (Object.keys(wanted).length === 0) return { title, lines: [unchanged] };
  const { logChannelId } = wanted;
  if (logChannelId == null) return saveNow(context, wanted);
  const channel = await features.settings.checkChannel(guildId, logChannelId, signal);
  if (!channel.isPublic) return saveNow(context, wanted);
  return {
    tone: 'warning',
    title: publicTitle,
    lines: [isPublic(logChannelId)],
    rows: [
      [button(takeAnyway, wanted, publicAnyway, { look: 'danger' }), button(cancel, {}, words.frame.cancel)],
    ],
  };
}

async function saveNow(context: Context, wanted: Change): Promise<Reply> {
  const { features, guildId, userId, signal } = context;
  return panel(context, await features.settings.change(guildId, wanted, userId, signal), true);
}

const change = defineStep({ data: Change, run: (context, wanted) => save(context, wanted) });

const takeAnyway = defineStep({ data: Change, run: (context, wanted) => saveNow(context, wanted) });

const chooseChannel = defineStep({
  data: Type.Object({}),
  run: (context, _, [logChannelId]) => save(context, { ...(logChannelId !== undefined && { logChannelId }) }),
});

/** Posts the panel with the button of `/link`, if linking is available. */
async function postLinkPanel(context: Context, channelId: string): Promise<Reply> {
  const { features, guildId, userId: by, signal } = context;
  const { linking, settings: words } = context.words;
  if (features.linking.startUrl(by) === undefined)
    return { tone: 'warning', title: linking.impossibleTitle, lines: [linking.impossible] };
  await features.settings.postLinkPanel({ guildId, channelId, by }, signal);
  return { tone: 'good', title: words.panelTitle, lines: [words.panelPosted(channelId)] };
}

export default defineCommand({
  name: 'settings',
  audience: 'admin',
  description: (words) => words.settings.description,
  steps: { change, chooseChannel, takeAnyway, cancel },
  subcommands: {
    show: subcommand({
      description: (words) => words.settings.show,
      options: {},
      run: async (context) => panel(context, await context.features.settings.read(context.guildId)),
    }),
    'link-panel': subcommand({
      description: (words) => words.settings.linkPanel,
      options: {
        channel: channel({ description: (words) => words.settings.options.panelChannel, required: true }),
      },
      run: (context, { channel: { id } }) => postLinkPanel(context, id),
    }),
    change: subcommand({
      description: (words) => words.settings.change,
      options: {
        log_channel: channel({ description: (words) => words.settings.options.logChannel, required: false }),
        language: oneOf({
          description: (words) => words.settings.options.language,
          required: false,
          of: LANGUAGE_NAMES,
        }),
        tell_members: yesOrNo({
          description: (words) => words.settings.options.tellMembers,
          required: false,
        }),
        relink_days: integer({
          description: (words) => words.settings.options.relinkDays,
          required: false,
          min: 0,
          max: MAX_DAYS,
        }),
        ...termOptions,
      },
      run(context, values) {
        const policy = {
          ...(values.at_end !== undefined && { atEnd: values.at_end }),
          ...(values.grace_days !== undefined && { graceDays: values.grace_days }),
          ...(values.orphans !== undefined && { orphans: values.orphans }),
          ...(values.screening !== undefined && { waitForScreening: values.screening }),
        };
        return save(context, {
          ...(values.log_channel && { logChannelId: values.log_channel.id }),
          ...(values.language !== undefined && isLanguage(values.language) && { language: values.language }),
          ...(values.tell_members !== undefined && { tellMembers: values.tell_members }),
          ...(values.relink_days !== undefined && { relinkDays: values.relink_days }),
          ...(Object.keys(policy).length > 0 && { policy }),
        });
      },
    }),
  },
});
