import {
  type APIApplicationCommandInteraction,
  type APIInteraction,
  type APIMessageComponentInteractionData,
  ApplicationCommandType,
  GatewayDispatchEvents,
  InteractionType,
  Locale,
} from 'discord-api-types/v10';
import { Fault } from '../../errors.ts';
import type { LocalCommunity } from '../community.ts';
import type { GatewayEvent } from '../gateway/payloads.ts';
import { toApiMessage } from '../messages/present.ts';
import type { Message } from '../records.ts';
import { describeScene, type Scene } from './base.ts';
import { commandIn } from './command-name.ts';
import { componentOf, toChoice, toPress } from './components.ts';
import { type Fields, fillInModal } from './fields.ts';
import type { Answer, Interaction, Interactions } from './interaction.ts';
import { toCommandData, toCompletion, toMessageMenuData, toUserMenuData } from './invoke.ts';
import { typeOfFocused, type Values } from './options.ts';
import { setScene } from './scene.ts';

export interface Asked {
  readonly interaction: Interaction;
  /** The bot's first answer. It never resolves if the bot doesn't answer. */
  readonly answer: Promise<Answer>;
  /** The current answer, edits included; undefined before the first answer or after its deletion. */
  message(): Message | undefined;
}

/** A member who uses the bot. Actions that the platform's client wouldn't allow throw a Fault. */
export interface Actor {
  /** Runs a command. A subcommand is given with its parents: `plans list`. */
  run(command: string, options?: Values): Asked;
  /** Runs a user or message command from the context menu. */
  useOnUser(command: string, userId: string): Asked;
  useOnMessage(command: string, messageId: string): Asked;
  complete(command: string, focused: string, options: Values): Asked;
  press(messageId: string, customId: string): Asked;
  choose(messageId: string, customId: string, values: readonly string[]): Asked;
  /** Fills in and submits the form that `asked` was answered with. */
  submit(asked: Asked, fields: Fields): Asked;
  /** The messages of the channel that this member can see. */
  messages(): Message[];
}

export interface ActorDeps {
  readonly community: LocalCommunity;
  readonly interactions: Interactions;
  tell(event: GatewayEvent, guildId: string | undefined): void;
}

/**
 * Creates an actor for a member in a guild channel or in the user's direct channel with the bot. The actor's methods
 * throw a Fault if the member can't see the channel.
 */
export function actAs(deps: ActorDeps, userId: string, channelId: string, locale = Locale.EnglishUS): Actor {
  const { community } = deps;
  const { state } = community;
  const here = () => setScene(state, userId, channelId, locale);

  const ask = (scene: Scene, payload: APIInteraction, messageId?: string): Asked => {
    if (scene.member?.pending)
      throw new Fault('SANDBOX_PENDING', 'This member has not accepted the rules yet.');
    if (payload.type === InteractionType.Ping) throw new Fault('SANDBOX_PING', 'Nobody pings as a member.');
    const interaction: Interaction = {
      id: payload.id,
      token: payload.token,
      type: payload.type,
      command: commandIn(payload),
      userId,
      channelId,
      guildId: scene.guild?.id,
      messageId,
      menuOf: menuOf(payload),
      completes:
        payload.type === InteractionType.ApplicationCommandAutocomplete
          ? typeOfFocused(payload.data.options)
          : undefined,
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

  const invoke = (data: (scene: Scene) => APIApplicationCommandInteraction['data']): Asked => {
    const scene = here();
    const common = describeScene(scene, community.nextId(), InteractionType.ApplicationCommand);
    return ask(scene, { ...common, version: 1, data: data(scene) });
  };

  const use = (messageId: string, data: (scene: Scene) => APIMessageComponentInteractionData): Asked => {
    const scene = here();
    const common = describeScene(scene, community.nextId(), InteractionType.MessageComponent);
    const message = toApiMessage(state, seen(messageId));
    return ask(scene, { ...common, version: 1, message, data: data(scene) }, messageId);
  };

  return {
    run: (command, values = {}) => invoke((scene) => toCommandData(scene, command, values)),
    useOnUser: (command, targetId) => invoke((scene) => toUserMenuData(scene, command, targetId)),
    useOnMessage: (command, messageId) =>
      invoke((scene) => toMessageMenuData(scene, command, seen(messageId))),
    complete(command, focused, values) {
      const scene = here();
      const common = describeScene(scene, community.nextId(), InteractionType.ApplicationCommandAutocomplete);
      return ask(scene, { ...common, version: 1, data: toCompletion(scene, command, focused, values) });
    },
    press: (messageId, customId) => use(messageId, () => toPress(componentOf(seen(messageId), customId))),
    choose: (messageId, customId, values) =>
      use(messageId, (scene) => toChoice(scene, componentOf(seen(messageId), customId), values)),
    submit(asked, fields) {
      const { answer } = asked.interaction;
      if (answer?.kind !== 'modal') throw new Fault('SANDBOX_NO_FORM', 'The bot showed no form.');
      const scene = here();
      const common = describeScene(scene, community.nextId(), InteractionType.ModalSubmit);
      const { messageId } = asked.interaction;
      const message = messageId === undefined ? {} : { message: toApiMessage(state, seen(messageId)) };
      const data = { custom_id: answer.modal.custom_id, ...fillInModal(scene, answer.modal, fields) };
      return ask(scene, { ...common, ...message, version: 1, data }, messageId);
    },
    messages: () =>
      [...(state.messages.get(here().channel.id)?.values() ?? [])].filter(
        ({ visibleTo = userId }) => visibleTo === userId,
      ),
  };
}

function menuOf(payload: APIInteraction): Interaction['menuOf'] {
  if (payload.type !== InteractionType.ApplicationCommand) return undefined;
  const { data } = payload;
  switch (data.type) {
    case ApplicationCommandType.User:
      return { userId: data.target_id };
    case ApplicationCommandType.Message:
      return { messageId: data.target_id };
    default:
      return undefined;
  }
}
