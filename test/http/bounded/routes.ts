import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

const Schema = Type.Object({
  type: Type.Optional(Type.Unknown()),
  pattern: Type.Optional(Type.String()),
  properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
type Schema = Static<typeof Schema>;

export interface Route {
  readonly method: string;
  readonly url: string;
  readonly body: Schema;
  readonly query: Schema;
  /** Returns the body limit in bytes. */
  limit(): number;
}

/** Runs `open` and collects every route that its application registers. */
export async function collectRoutes<Opened>(open: () => Promise<Opened>) {
  const routes: Route[] = [];
  let app: FastifyInstance | undefined;
  const watch = (message: unknown) => {
    if (app || !isInitialization(message)) return;
    app = message.fastify;
    const { bodyLimit } = app.initialConfig;
    app.addHook('onRoute', (route) => {
      const { method, url, schema } = route;
      const parts = { body: schemaOf(schema?.body), query: schemaOf(schema?.querystring) };
      // Read on use, since later hooks may still set the limit.
      const limit = () => route.bodyLimit ?? bodyLimit ?? 0;
      for (const each of [method].flat()) routes.push({ method: each, url, ...parts, limit });
    });
  };
  const started = channel('fastify.initialization');
  started.subscribe(watch);
  try {
    return { opened: await open(), routes };
  } finally {
    started.unsubscribe(watch);
  }
}

/** https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks */
const isInitialization = (message: unknown): message is { readonly fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message;

const schemaOf = (schema: unknown): Schema => (Value.Check(Schema, schema) ? schema : {});

/** Returns the names of a schema's fields, and of those with a pattern. */
export function fieldsOf({ properties = {} }: Schema) {
  const names = Object.keys(properties);
  return { names, patterned: names.filter((name) => schemaOf(properties[name]).pattern !== undefined) };
}
