import type { Context } from '../../src/discord/commands/context.ts';
import { type Words, wordsFor } from '../../src/words/index.ts';

/** The words in the guild's language: for what everybody reads, whoever presses. */
export const guildWords = async ({ features, guildId }: Context): Promise<Words> =>
  wordsFor((await features.settings.read(guildId)).language);
