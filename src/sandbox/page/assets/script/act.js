/** @import { Deed, Result } from '../../interaction-routes.ts' */
/** @import { Command } from './types.ts' */
import { ask } from './api.js';
import { switchTo } from './live.js';
import { complain, isPhone, update, view } from './store.js';

/** The viewpoint of the last view. */
export const here = () => ({ as: view().you?.id ?? '', in: view().channel?.id ?? '' });

/** @returns {Promise<Command[]>} */
export const loadCommands = () => ask('GET', `/commands?${new URLSearchParams(here())}`);

/**
 * Sends an interaction to the bot, and opens the form if the bot answers with one.
 * @param {Deed} deed
 * @param {string} [silence] the error if the bot doesn't answer
 * @returns {Promise<Result>}
 * @throws Error with a readable message
 */
export async function use(deed, silence = 'The application did not respond.', place = here()) {
  /** @type {Result} */
  const answer = await ask('POST', '/interactions', { ...place, deed });
  if (answer.kind === 'silence') throw new Error(silence);
  if (answer.kind === 'form') {
    const { id, form } = answer;
    const failure = 'Something went wrong. Try again.';
    update({
      form: { id, form, submit: (fields) => use({ kind: 'submit', form: id, fields }, failure, place) },
    });
  }
  return answer;
}

/** Shows the chat on a phone, which shows one panel at a time. */
export const openChat = () => isPhone() && update({ tab: 'chat' });

/** Opens a channel as a member. @param {string} id @param {string | undefined} as */
export function openChannel(id, as = view().you?.id) {
  switchTo({ in: id, ...(as !== undefined && { as }) });
  openChat();
}

export async function writeToBot() {
  try {
    /** @type {{ id: string }} */
    const { id } = await ask('POST', `/members/${here().as}/direct`);
    openChannel(id);
  } catch (error) {
    complain(error);
  }
}
