import { ComponentType, type Locale } from 'discord.js';

import type { Sandbox } from '../../src/sandbox/index.ts';
import type { Asked } from '../../src/sandbox/interactions/actor.ts';
import type { Values } from '../../src/sandbox/interactions/options.ts';
import { walk } from '../../src/sandbox/messages/check.ts';
import type { Message } from '../../src/sandbox/records.ts';
import { waitFor } from '../support/wait.ts';
import { toText } from './to-text.ts';

const LOADING = 1 << 7;

/** Answer as a member reads it. */
export interface Heard {
  readonly id: string;
  readonly text: string;
  readonly message: Message;
}

/** Acts as a member: sends interactions to the bot and returns its answers. */
export function talk(sandbox: Sandbox, userId: string, channelId: string, locale?: Locale) {
  const actor = sandbox.as(userId, channelId, locale);
  const heard = (message: Message): Heard => ({ id: message.id, text: toText(sandbox, message), message });

  /**
   * Waits for a message that is new or has changed, isn't loading, and doesn't contain `passing`.
   * @param on the only earlier message that may hold the answer; any message by default
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
    /** Runs a command. @param passing text that marks an interim answer */
    run: (command: string, options: Values = {}, passing?: string) =>
      answer(() => actor.run(command, options), passing),
    useOn: (entry: string, userId: string) => answer(() => actor.useOnUser(entry, userId)),
    press: (where: Heard, label: string) =>
      answer(() => actor.press(where.id, buttonIn(where, label)), undefined, where.id),
    /** Presses a button and returns the first response, without waiting for the answer. */
    pressOnly: (where: Heard, label: string) => actor.press(where.id, buttonIn(where, label)).answer,
    pressId: (messageId: string, customId: string) =>
      answer(() => actor.press(messageId, customId), undefined, messageId),
    choose: (messageId: string, customId: string, value: string) =>
      answer(() => actor.choose(messageId, customId, [value]), undefined, messageId),
    /** Waits for a form to open, fills it in and sends it. */
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
    /** Waits for a message with this text in the channel. */
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

/** Excludes loading messages, and lines of the log channel, which come unasked and as embeds. */
const isAnswer = ({ flags, components }: Message) => !(flags & LOADING) && components.length > 0;

const versionOf = ({ id, flags, components }: Message): string => JSON.stringify([id, flags, components]);

/** Returns the custom id of the button with this label. @throws if there is none */
export function buttonIn({ message }: Heard, label: string): string {
  for (const each of walk(message.components)) {
    if (each.type === ComponentType.Button && each.label === label && 'custom_id' in each)
      return each.custom_id;
  }
  throw new Error(`No button is called ${label}.`);
}
