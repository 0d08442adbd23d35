import type { Static } from 'typebox';
import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { fitting, integer, oneOf, role, text, type Values } from '../src/discord/commands/options.ts';
import { button, type Reply } from '../src/discord/commands/reply.ts';
import { defineStep } from '../src/discord/commands/step.ts';
import {
  Confirmed,
  describe,
  Mapping,
  namesOf,
  previousMappingText,
  takesMore,
  warnOfUnknown,
} from './components/mapping.ts';
import { Paging, pageReply } from './components/page.ts';
import { cancel, previewReply } from './components/preview.ts';
import { termOptions } from './components/terms.ts';

const turnPage = defineStep({ data: Paging, run: (context, page) => list(context, page) });

async function list(context: Context, { page, per }: Static<typeof Paging>): Promise<Reply> {
  const { words, features, guildId } = context;
  const mappings = await features.access.mappings(guildId);
  if (mappings.length === 0) return { title: words.roles.titles.list, lines: [words.roles.none] };
  const name = await namesOf(context);
  return pageReply(context, turnPage, {
    title: words.roles.titles.list,
    page,
    per,
    of: mappings,
    show: (mapping) => describe(context, mapping, name(mapping.sourceId)),
  });
}

const save = defineStep({
  data: Confirmed,
  once: true,
  async run(context, { confirmedPowers = [], ...mapping }) {
    const { words, features, userId, signal } = context;
    const name = await namesOf(context);
    await features.access.map(mapping, { by: userId, confirmedPowers }, signal);
    const lines = [...describe(context, mapping, name(mapping.sourceId)), words.roles.saved];
    return { tone: 'good', title: words.roles.titles.mapped, lines };
  },
});

const end = defineStep({
  data: Mapping,
  once: true,
  async run({ words, features, userId, signal }, mapping) {
    const { titles, saved } = words.roles;
    if (!(await features.access.unmap(mapping, userId, signal))) return gone(words.roles);
    return { tone: 'good', title: titles.unmapped, lines: [saved] };
  },
});

const gone = ({ titles, noSuch }: Context['words']['roles']): Reply => ({
  tone: 'warning',
  title: titles.gone,
  lines: [noSuch],
});

/** Previews the effects of a mapping, with buttons to save it if `isForSaving`. */
async function preview(context: Context, mapping: Mapping, isForSaving: boolean): Promise<Reply> {
  const { words, features, guildId, userId, signal } = context;
  const { powers } = await features.access.checkMapping(mapping, isForSaving ? userId : null, signal);
  const effects = await features.access.previewMapping(mapping, signal);
  const name = await namesOf(context);
  const before = (await features.access.mappings(guildId)).find((each) => keyOf(each) === keyOf(mapping));
  const title = words.roles.titles[isForSaving ? 'map' : 'preview'];
  const shown = previewReply(context, title, effects, [
    ...(await warnOfUnknown(context, mapping.sourceId)),
    ...describe(context, mapping, name(mapping.sourceId)),
    ...(before ? [previousMappingText(words, before, mapping)] : []),
    ...(powers.length > 0 ? [words.roles.gainsPowers(mapping.roleId, powers)] : []),
  ]);
  if (!isForSaving) return shown;
  const isHarsher = before !== undefined && takesMore(before, mapping);
  const takes = isHarsher || effects.losses.length + effects.kicks.count > 0;
  const look = takes || powers.length > 0 ? 'danger' : 'good';
  const label = powers.length > 0 ? words.roles.givePowers : words.roles.save;
  const buttons = [
    button(save, { ...mapping, confirmedPowers: [...powers] }, label, { look }),
    button(cancel, {}, words.frame.cancel),
  ];
  return { ...shown, rows: [buttons] };
}

async function unmap(context: Context, wanted: string): Promise<Reply> {
  const { words, features, guildId, userId, signal } = context;
  const mapping = (await features.access.mappings(guildId)).find((each) => keyOf(each) === wanted);
  if (!mapping) return gone(words.roles);
  await features.access.checkUnmapping(mapping, userId, signal);
  const effects = await features.access.previewUnmapping(mapping, signal);
  const name = await namesOf(context);
  const lines = describe(context, mapping, name(mapping.sourceId));
  const buttons = [
    button(end, mapping, words.roles.end, { look: 'danger' }),
    button(cancel, {}, words.frame.cancel),
  ];
  return { ...previewReply(context, words.roles.titles.unmap, effects, lines), rows: [buttons] };
}

const keyOf = ({ roleId, sourceId, condition }: Mapping): string => `${roleId} ${sourceId} ${condition}`;

const mappingOptions = {
  role: role({ description: (words) => words.roles.role, required: true }),
  source: text({
    description: (words) => words.roles.source,
    required: true,
    max: 64,
    async suggest({ features }, typed) {
      const sources = await features.catalogue.sources();
      return fitting(
        typed,
        sources.map(({ id, name }) => ({ name: `${name} (${id})`, value: id })),
      );
    },
  }),
  condition: oneOf({
    description: (words) => words.roles.condition,
    required: false,
    of: {
      valid: (words) => words.roles.conditions.valid,
      past_due: (words) => words.roles.conditions.past_due,
    },
  }),
  ...termOptions,
};

/** Fills in omitted options from the guild's settings. */
async function toMapping(
  { guildId, features }: Context,
  values: Values<typeof mappingOptions>,
): Promise<Mapping> {
  const { policy } = await features.settings.read(guildId);
  return {
    guildId,
    roleId: values.role.id,
    sourceId: values.source,
    condition: values.condition ?? 'valid',
    atEnd: values.at_end ?? policy.atEnd,
    graceDays: values.grace_days ?? policy.graceDays,
    orphans: values.orphans ?? policy.orphans,
    waitForScreening: values.screening ?? policy.waitForScreening,
  };
}

const existing = text({
  description: (words) => words.roles.mapping,
  required: true,
  max: 100,
  async suggest(context, typed) {
    const { guildId, features, words } = context;
    const name = await namesOf(context);
    const roles = await features.access.roleNames(guildId);
    const mappings = await features.access.mappings(guildId);
    return fitting(
      typed,
      mappings.map((mapping) => {
        const { condition, sourceId, roleId } = mapping;
        const late = condition === 'past_due' ? ` (${words.roles.conditions.past_due})` : '';
        return { name: `${name(sourceId)} → ${roles.get(roleId) ?? roleId}${late}`, value: keyOf(mapping) };
      }),
    );
  },
});

const ON_A_PAGE = 10;

export default defineCommand({
  name: 'roles',
  audience: 'admin',
  description: (words) => words.roles.description,
  steps: { turnPage, save, end, cancel },
  subcommands: {
    list: subcommand({
      description: (words) => words.roles.list,
      options: {
        per: integer({ description: (words) => words.roles.per, required: false, min: 1, max: 50 }),
      },
      run: (context, { per = ON_A_PAGE }) => list(context, { page: 1, per }),
    }),
    map: subcommand({
      description: (words) => words.roles.map,
      options: mappingOptions,
      run: async (context, values) => preview(context, await toMapping(context, values), true),
    }),
    unmap: subcommand({
      description: (words) => words.roles.unmap,
      options: { mapping: existing },
      run: (context, { mapping }) => unmap(context, mapping),
    }),
    preview: subcommand({
      description: (words) => words.roles.preview,
      options: mappingOptions,
      run: async (context, values) => preview(context, await toMapping(context, values), false),
    }),
  },
});
