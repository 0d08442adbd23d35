import type { Context } from '../../src/discord/commands/context.ts';
import { type Words, wordsFor } from '../../src/i18n/index.ts';

/** Returns the words in the guild's language, for messages that all members read. */
export const guildWords = async ({ features, guildId }: Context): Promise<Words> =>
  wordsFor((await features.settings.read(guildId)).language);
