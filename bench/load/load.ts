import Type, { type Static } from 'typebox';
import { type Helper, startHelper } from '../program.ts';

/** A kind of request. In path and body, `{n}` is replaced by a text unique to each request. */
const Kind = Type.Object({
  method: Type.Enum(['GET', 'POST']),
  path: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Optional(Type.String()),
  /** Signs each body as a standard webhook. */
  secret: Type.Optional(Type.String()),
});
export type Kind = Static<typeof Kind>;

/** Instructions for the generator: send as fast as responses arrive, or at a fixed rate. */
export const Load = Type.Object({
  url: Type.String(),
  kind: Kind,
  count: Type.Integer({ minimum: 1 }),
  connections: Type.Integer({ minimum: 1 }),
  /** Requests started per second, at random times; if left out, each connection sends without a pause. */
  rate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
});
export type Load = Static<typeof Load>;

/** Measured results; latencies in milliseconds, from the time a request was due. */
export const Answers = Type.Object({
  perSecond: Type.Number(),
  p50: Type.Number(),
  p99: Type.Number(),
  statuses: Type.Record(Type.String(), Type.Integer()),
});
export type Answers = Static<typeof Answers>;

export interface Generator {
  /** @throws if any request failed, as the figures would mean nothing */
  load(load: Load): Promise<Answers>;
  end(): Promise<void>;
}

/** Starts the generator in a process of its own. */
export function startGenerator(): Generator {
  const helper: Helper = startHelper('load/generator.helper.ts');
  return {
    async load(load) {
      const answers = await helper.ask(load, Answers);
      const bad = Object.entries(answers.statuses).filter(([status]) => !status.startsWith('2'));
      if (bad.length > 0) throw new Error(`Some were answered otherwise: ${JSON.stringify(bad)}`);
      return answers;
    },
    end: () => helper.end(),
  };
}
