import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { integer, person } from '../src/discord/commands/options.ts';
import type { Reply } from '../src/discord/commands/reply.ts';
import { MAX_DAYS } from '../src/limits.ts';

const member = person({ description: (words) => words.linking.whose, required: true });

async function show({ features, words: { linking: words } }: Context, userId: string): Promise<Reply> {
  const { links, forbiddenUntil } = await features.linking.standing(userId);
  return {
    title: words.showTitle,
    lines: [
      words.about(userId),
      ...links.map(({ commerceUserId, linkedAt }) => words.linkedTo(commerceUserId, linkedAt)),
      ...(links.length === 0 ? [words.noLink] : []),
      ...(forbiddenUntil ? [words.mayNotUntil(forbiddenUntil)] : []),
    ],
  };
}

export default defineCommand({
  name: 'linking',
  audience: 'admin',
  description: (words) => words.linking.description,
  subcommands: {
    show: subcommand({
      description: (words) => words.linking.show,
      options: { member },
      run: (context, { member: { id } }) => show(context, id),
    }),
    unlink: subcommand({
      description: (words) => words.linking.unlinkMember,
      options: {
        member,
        forbid_days: integer({
          description: (words) => words.linking.forbidDays,
          required: false,
          min: 0,
          max: MAX_DAYS,
        }),
      },
      async run(
        { features, guildId, userId, signal, words: { linking: words } },
        { member: { id }, forbid_days },
      ) {
        const forbidDays = forbid_days ?? (await features.settings.read(guildId)).relinkDays;
        const order = { chatUserId: id, orderedBy: userId, guildId };
        const links = await features.linking.unlinkByAdmin(
          { ...order, ...(forbidDays > 0 && { forbidDays }) },
          signal,
        );
        const { forbiddenUntil } = await features.linking.standing(id);
        const until = forbiddenUntil ? [words.mayNotUntil(forbiddenUntil)] : [];
        if (links === 0) return { title: words.notLinkedTitle, lines: [words.noLinkOf(id), ...until] };
        return { tone: 'good', title: words.unlinkedTitle, lines: [words.unlinkedMember(id), ...until] };
      },
    }),
    forbid: subcommand({
      description: (words) => words.linking.forbid,
      options: {
        member,
        days: integer({
          description: (words) => words.linking.days,
          required: true,
          min: 1,
          max: MAX_DAYS,
        }),
      },
      async run({ features, guildId, userId, words: { linking: words } }, { member: { id }, days }) {
        const until = await features.linking.forbid({ chatUserId: id, days, orderedBy: userId, guildId });
        return { tone: 'good', title: words.forbidTitle, lines: [words.about(id), words.mayNotUntil(until)] };
      },
    }),
    allow: subcommand({
      description: (words) => words.linking.allow,
      options: { member },
      async run({ features, guildId, userId, words: { linking: words } }, { member: { id } }) {
        const order = { chatUserId: id, orderedBy: userId, guildId };
        const wasForbidden = await features.linking.allow(order);
        return {
          tone: 'good',
          title: words.allowTitle,
          lines: [words.about(id), wasForbidden ? words.mayAgain : words.mightAlready],
        };
      },
    }),
  },
});
