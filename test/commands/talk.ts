import { ComponentType, type Locale } from 'discord.js';

import type { Sandbox } from '../../src/sandbox/index.ts';
import type { Asked } from '../../src/sandbox/interactions/actor.ts';
import type { Values } from '../../src/sandbox/interactions/options.ts';
import { walk } from '../../src/sandbox/messages/check.ts';
import type { Message } from '../../src/sandbox/records.ts';
import { waitFor } from '../support/wait.ts';
import { toText } from './to-text.ts';

const LOADING = 1 << 7;

/** What a member reads as the answer. */
export interface Heard {
  readonly id: string;
  readonly text: string;
  readonly message: Message;
}

/** A member who speaks with the bot: what they do, and what they read then. */
export function talk(sandbox: Sandbox, userId: string, channelId: string, locale?: Locale) {
  const actor = sandbox.as(userId, channelId, locale);
  const heard = (message: Message): Heard => ({ id: message.id, text: toText(sandbox, message), message });

  /**
   * The message that is new, or says something else than before, once it is neither loading nor `passing`.
   * @param on the only one of those before that may answer; any when left out
   */
  const news = async (before: readonly Message[], passing?: string, on?: string): Promise<Heard> =>
    waitFor(() => {
      const known = new Set(before.map(versionOf));
      const others = new Set(on === undefined ? [] : before.map(({ id }) => id).filter((id) => id !== on));
      const message = actor
        .messages()
        .findLast((each) => isAnswer(each) && !known.has(versionOf(each)) && !others.has(each.id));
      if (!message) throw new Error('The bot has said nothing new.');
      const said = heard(message);
      if (passing !== undefined && said.text.includes(passing)) throw new Error('The bot is still at it.');
      return said;
    });

  const answer = async (ask: () => Asked, passing?: string, on?: string) => {
    const before = actor.messages();
    await ask().answer;
    return news(before, passing, on);
  };

  return {
    actor,
    userId,
    channelId,
    /** Runs a command. @param passing what the answer says only meanwhile */
    run: (command: string, options: Values = {}, passing?: string) =>
      answer(() => actor.run(command, options), passing),
    /** Runs an entry of a member's menu. */
    useOn: (entry: string, userId: string) => answer(() => actor.useOnUser(entry, userId)),
    press: (where: Heard, label: string) =>
      answer(() => actor.press(where.id, buttonIn(where, label)), undefined, where.id),
    /** Presses without waiting for more than the first answer. */
    pressOnly: (where: Heard, label: string) => actor.press(where.id, buttonIn(where, label)).answer,
    pressId: (messageId: string, customId: string) =>
      answer(() => actor.press(messageId, customId), undefined, messageId),
    choose: (messageId: string, customId: string, value: string) =>
      answer(() => actor.choose(messageId, customId, [value]), undefined, messageId),
    /** Opens a form by a button, fills it in and sends it. */
    async fillIn(opened: Asked, fields: Readonly<Record<string, string | readonly string[]>>) {
      await opened.answer;
      return answer(() => actor.submit(opened, fields));
    },
    pressForForm: (where: Heard, label: string) => actor.press(where.id, buttonIn(where, label)),
    async suggestions(command: string, focused: string, options: Values) {
      const said = await actor.complete(command, focused, options).answer;
      return said.kind === 'choices' ? said.choices : undefined;
    },
    messages: () => actor.messages().map(heard),
    /** What is said in the channel, once it is. */
    sees: (text: string): Promise<Heard> =>
      waitFor(() => {
        const said = actor
          .messages()
          .map(heard)
          .findLast((each) => each.text.includes(text));
        if (!said) throw new Error(`Nobody has said “${text}” here.`);
        return said;
      }),
  };
}

/** Not one that is still loading, nor one of the log channel's lines, which come by themselves and as embeds. */
const isAnswer = ({ flags, components }: Message) => !(flags & LOADING) && components.length > 0;

/** Which message it is, and what it says at the moment. */
const versionOf = ({ id, flags, components }: Message): string => JSON.stringify([id, flags, components]);

/** The custom id of the button with this label. */
export function buttonIn({ message }: Heard, label: string): string {
  for (const each of walk(message.components)) {
    if (each.type === ComponentType.Button && each.label === label && 'custom_id' in each)
      return each.custom_id;
  }
  throw new Error(`No button is called ${label}.`);
}
