import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Locale } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import { Fault } from '../../errors.ts';
import type { LocalCommunity } from '../community.ts';
import type { Actor, Asked } from '../interactions/actor.ts';
import { commandsFor } from '../interactions/commands-for.ts';
import { type Answer, FIRST_ANSWER } from '../interactions/interaction.ts';
import type { Modal } from '../interactions/modal.ts';
import { setScene } from '../interactions/scene.ts';
import { Snowflake } from '../snowflake.ts';

export interface InteractionContext {
  readonly community: LocalCommunity;
  as(userId: string, channelId: string): Actor;
}

/** Number of open forms kept; beyond it the oldest is dropped. */
const OPEN_FORMS = 200;

const Viewpoint = Type.Object({ as: Snowflake, in: Snowflake });
const Values = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]));
const text = Type.String({ maxLength: 100 });
const Deed = Type.Union([
  Type.Object({ kind: Type.Literal('run'), command: text, options: Values }),
  Type.Object({ kind: Type.Literal('complete'), command: text, focused: text, options: Values }),
  Type.Object({ kind: Type.Literal('use-on-user'), command: text, user: Snowflake }),
  Type.Object({ kind: Type.Literal('use-on-message'), command: text, message: Snowflake }),
  Type.Object({ kind: Type.Literal('press'), message: Snowflake, component: text }),
  Type.Object({
    kind: Type.Literal('choose'),
    message: Snowflake,
    component: text,
    values: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 25 }),
  }),
  Type.Object({
    kind: Type.Literal('submit'),
    form: Snowflake,
    fields: Type.Record(
      Type.String(),
      Type.Union([Type.String({ maxLength: 4000 }), Type.Array(Type.String({ maxLength: 100 }))]),
    ),
  }),
]);
/** A user's action on the page. */
export type Deed = Static<typeof Deed>;

/** What the page needs to continue. Messages reach it through the view. */
export type Result =
  | { readonly kind: 'silence' | 'message' | 'update' }
  | { readonly kind: 'form'; readonly id: string; readonly form: Modal }
  | { readonly kind: 'choices'; readonly choices: Extract<Answer, { kind: 'choices' }>['choices'] };

/** Serves interactions with the bot: commands, autocompletions, buttons, menus and forms. */
export const interactionRoutes =
  ({ community, as }: InteractionContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const forms = new Map<string, Asked>();
    const stopped = new AbortController();
    app.addHook('preClose', async () => stopped.abort());

    app.get('/commands', { schema: { querystring: Viewpoint } }, async ({ query }) =>
      commandsFor(setScene(community.state, query.as, query.in, Locale.EnglishUS)).map(({ body }) => ({
        name: body.name,
        description: body.description ?? '',
        options: body.options ?? [],
      })),
    );

    app.post(
      '/interactions',
      { schema: { body: Type.Object({ ...Viewpoint.properties, deed: Deed }) } },
      async ({ body }) => {
        const asked = perform(as(body.as, body.in), body.deed, forms);
        const answer = await firstAnswer(asked, stopped.signal);
        if (answer?.kind === 'modal') {
          const [oldest = ''] = forms.keys();
          if (forms.size >= OPEN_FORMS) forms.delete(oldest);
          forms.set(asked.interaction.id, asked);
        }
        return toResult(asked, answer);
      },
    );
  };

function perform(actor: Actor, deed: Deed, forms: ReadonlyMap<string, Asked>): Asked {
  switch (deed.kind) {
    case 'run':
      return actor.run(deed.command, deed.options);
    case 'complete':
      return actor.complete(deed.command, deed.focused, deed.options);
    case 'use-on-user':
      return actor.useOnUser(deed.command, deed.user);
    case 'use-on-message':
      return actor.useOnMessage(deed.command, deed.message);
    case 'press':
      return actor.press(deed.message, deed.component);
    case 'choose':
      return actor.choose(deed.message, deed.component, deed.values);
    case 'submit': {
      const asked = forms.get(deed.form);
      if (asked) return actor.submit(asked, deed.fields);
      throw new Fault('SANDBOX_NO_FORM', 'This form is no longer open. Close it and ask the bot again.');
    }
  }
}

/** Waits for the bot's first answer, in real time since a user is waiting: the platform's limit plus some slack. */
async function firstAnswer(asked: Asked, signal: AbortSignal): Promise<Answer | undefined> {
  const waiting = new AbortController();
  const patience = delay(FIRST_ANSWER + 100, undefined, {
    signal: AbortSignal.any([signal, waiting.signal]),
  });
  const answer = await Promise.race([asked.answer, patience.catch(() => undefined)]);
  waiting.abort();
  return answer ?? undefined;
}

function toResult({ interaction }: Asked, answer: Answer | undefined): Result {
  if (!answer) return { kind: 'silence' };
  switch (answer.kind) {
    case 'modal':
      return { kind: 'form', id: interaction.id, form: answer.modal };
    case 'choices':
      return { kind: 'choices', choices: answer.choices };
    default:
      return { kind: answer.kind };
  }
}
