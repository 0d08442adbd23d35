import Type, { type Static } from 'typebox';
import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { channel, oneOf, yesOrNo } from '../src/discord/commands/options.ts';
import { button, choice, type Reply } from '../src/discord/commands/reply.ts';
import { defineStep } from '../src/discord/commands/step.ts';
import { sayTerms, termOptions } from './shown/terms.ts';

type Settings = Awaited<ReturnType<Context['features']['settings']['read']>>;

/** What a button of the panel changes. */
const Change = Type.Partial(
  Type.Object({
    logChannelId: Type.Null(),
    tellMembers: Type.Boolean(),
    language: Type.Enum(['en', 'de']),
  }),
);

/** The settings as they are, with what changes them. */
function panel({ words }: Context, settings: Settings, isSaved = false): Reply {
  const { logChannelId, language, tellMembers, policy } = settings;
  const { names, line, ...said } = words.settings;
  const other = language === 'en' ? 'de' : 'en';
  return {
    ...(isSaved && { tone: 'good' }),
    title: isSaved ? said.saved : said.title,
    lines: [
      line(names.logChannel, logChannelId === null ? said.noChannel : said.channel(logChannelId)),
      line(names.language, said.languages[language]),
      line(names.tellMembers, tellMembers ? said.told : said.notTold),
      line(names.policy, sayTerms(words, policy)),
      said.policyHint,
    ],
    rows: [
      choice(chooseChannel, {}, { hint: said.choose, of: 'channels' }),
      [
        button(change, { tellMembers: !tellMembers }, tellMembers ? said.dontTell : said.tell),
        button(change, { language: other }, said.speak[other]),
        button(change, { logChannelId: null }, said.noLog, { isDisabled: logChannelId === null }),
      ],
    ],
  };
}

async function save(
  context: Context,
  wanted: Parameters<Context['features']['settings']['change']>[1],
): Promise<Reply> {
  const { features, guildId, userId, signal, words } = context;
  if (Object.keys(wanted).length === 0)
    return { title: words.settings.title, lines: [words.settings.unchanged] };
  return panel(context, await features.settings.change(guildId, wanted, userId, signal), true);
}

const change = defineStep({
  data: Change,
  run: (context, wanted: Static<typeof Change>) => save(context, wanted),
});

const chooseChannel = defineStep({
  data: Type.Object({}),
  run: (context, _, [logChannelId]) => save(context, { ...(logChannelId !== undefined && { logChannelId }) }),
});

export default defineCommand({
  name: 'settings',
  audience: 'admin',
  description: (words) => words.settings.description,
  steps: { change, chooseChannel },
  subcommands: {
    show: subcommand({
      description: (words) => words.settings.show,
      options: {},
      run: async (context) => panel(context, await context.features.settings.read(context.guildId)),
    }),
    change: subcommand({
      description: (words) => words.settings.change,
      options: {
        log_channel: channel({ description: (words) => words.settings.options.logChannel, required: false }),
        language: oneOf({
          description: (words) => words.settings.options.language,
          required: false,
          of: { en: (words) => words.settings.languages.en, de: (words) => words.settings.languages.de },
        }),
        tell_members: yesOrNo({
          description: (words) => words.settings.options.tellMembers,
          required: false,
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
          ...(values.language !== undefined && { language: values.language }),
          ...(values.tell_members !== undefined && { tellMembers: values.tell_members }),
          ...(Object.keys(policy).length > 0 && { policy }),
        });
      },
    }),
  },
});
