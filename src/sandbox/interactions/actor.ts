import {
  type APIInteraction,
  type APIMessageComponentInteractionData,
  ApplicationCommandType,
  GatewayDispatchEvents,
  InteractionType,
  Locale,
} from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import type { Community } from '../community.ts';
import type { GatewayEvent } from '../gateway/payloads.ts';
import { toApiMessage } from '../messages/present.ts';
import type { Message } from '../records.ts';
import { describeScene, type Scene } from './base.ts';
import { commandFor } from './commands-for.ts';
import { componentOf, toChoice, toPress } from './components.ts';
import { type Fields, fillInModal } from './fields.ts';
import type { Answer, Interaction, Interactions } from './interaction.ts';
import { fillIn, fillInSoFar, idsIn, nest, optionsAt, type Values } from './options.ts';
import { resolve } from './resolve.ts';
import { setScene } from './scene.ts';

/** Something that was asked of the bot. */
export interface Asked {
  readonly interaction: Interaction;
  /** The bot's first answer; for a bot that never answers it never comes. */
  readonly answer: Promise<Answer>;
  /** The answer as it is now, edits included; undefined while there is none, or when it was deleted. */
  message(): Message | undefined;
}

/** A member who uses the bot. What the platform's client wouldn't let them do throws a Fault. */
export interface Actor {
  /** Runs a command; a subcommand is named with what it belongs to: `plans list`. */
  run(command: string, options?: Values): Asked;
  /** Asks for completions of the option that is being typed. */
  complete(command: string, focused: string, options: Values): Asked;
  press(messageId: string, customId: string): Asked;
  choose(messageId: string, customId: string, values: readonly string[]): Asked;
  /** Fills in and sends the form that was the answer to something asked. */
  submit(asked: Asked, fields: Fields): Asked;
  /** The messages of the channel that this member sees. */
  messages(): Message[];
}

export interface ActorDeps {
  readonly community: Community;
  readonly interactions: Interactions;
  tell(event: GatewayEvent, guildId: string | undefined): void;
}

/**
 * Acts as a member in a channel of a guild; without a channel in the direct one with the bot.
 * @throws Fault when the member can't see the channel
 */
export function actAs(deps: ActorDeps, userId: string, channelId: string, locale = Locale.EnglishUS): Actor {
  const { community } = deps;
  const { state } = community;
  const here = () => setScene(state, userId, channelId, locale);

  const ask = (scene: Scene, payload: APIInteraction, messageId?: string): Asked => {
    if (payload.type === InteractionType.Ping) throw new Fault('SANDBOX_PING', 'Nobody pings as a member.');
    const interaction: Interaction = {
      id: payload.id,
      token: payload.token,
      type: payload.type,
      userId,
      channelId,
      guildId: scene.guild?.id,
      messageId,
      startedAt: community.now().getTime(),
      answered: Promise.withResolvers(),
      answer: undefined,
      originalId: undefined,
    };
    deps.interactions.open(interaction);
    deps.tell({ t: GatewayDispatchEvents.InteractionCreate, d: payload }, scene.guild?.id);
    return {
      interaction,
      answer: interaction.answered.promise,
      message: () => state.messages.get(channelId)?.get(interaction.originalId ?? ''),
    };
  };

  const seen = (messageId: string): Message => {
    const message = state.messages.get(channelId)?.get(messageId);
    if (message && (message.visibleTo ?? userId) === userId) return message;
    throw new Fault('SANDBOX_UNKNOWN_MESSAGE', 'This member sees no such message.');
  };

  const use = (messageId: string, data: (scene: Scene) => APIMessageComponentInteractionData): Asked => {
    const scene = here();
    const common = describeScene(scene, community.nextId(), InteractionType.MessageComponent);
    const message = toApiMessage(state, seen(messageId));
    return ask(scene, { ...common, version: 1, message, data: data(scene) }, messageId);
  };

  return {
    run(command, values = {}) {
      const scene = here();
      const [name = '', ...path] = command.split(' ');
      const { id, body } = commandFor(scene, name);
      const filled = fillIn(optionsAt(body.options ?? [], path), values);
      const common = describeScene(scene, community.nextId(), InteractionType.ApplicationCommand);
      const resolved = resolve(state, scene.guild, idsIn(filled));
      const options = nest<InteractionType.ApplicationCommand>(path, filled);
      const data = { id, name, type: ApplicationCommandType.ChatInput, options, resolved } as const;
      return ask(scene, { ...common, version: 1, data });
    },
    complete(command, focused, values) {
      const scene = here();
      const [name = '', ...path] = command.split(' ');
      const { id, body } = commandFor(scene, name);
      const filled = fillInSoFar(optionsAt(body.options ?? [], path), focused, values);
      const common = describeScene(scene, community.nextId(), InteractionType.ApplicationCommandAutocomplete);
      const options = nest<InteractionType.ApplicationCommandAutocomplete>(path, filled);
      const data = { id, name, type: ApplicationCommandType.ChatInput, options } as const;
      return ask(scene, { ...common, version: 1, data });
    },
    press: (messageId, customId) => use(messageId, () => toPress(componentOf(seen(messageId), customId))),
    choose: (messageId, customId, values) =>
      use(messageId, ({ guild }) => toChoice(state, guild, componentOf(seen(messageId), customId), values)),
    submit(asked, fields) {
      const { answer } = asked.interaction;
      if (answer?.kind !== 'modal') throw new Fault('SANDBOX_NO_FORM', 'The bot showed no form.');
      const scene = here();
      const common = describeScene(scene, community.nextId(), InteractionType.ModalSubmit);
      const components = fillInModal(answer.modal, fields);
      const { messageId } = asked.interaction;
      const message = messageId === undefined ? {} : { message: toApiMessage(state, seen(messageId)) };
      const data = { custom_id: answer.modal.custom_id, components };
      return ask(scene, { ...common, ...message, version: 1, data }, messageId);
    },
    messages: () =>
      [...(state.messages.get(here().channel.id)?.values() ?? [])].filter(
        ({ visibleTo = userId }) => visibleTo === userId,
      ),
  };
}
