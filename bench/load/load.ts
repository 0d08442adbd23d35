import Type, { type Static } from 'typebox';
import { type Helper, startHelper } from '../program.ts';

/** Requests of one kind: in path and body `{n}` stands for a text of its own in each of them. */
const Kind = Type.Object({
  method: Type.Enum(['GET', 'POST']),
  path: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Optional(Type.String()),
  /** Signs each body as a webhook's, by the standard. */
  secret: Type.Optional(Type.String()),
});
export type Kind = Static<typeof Kind>;

/** What the generator is to send: as fast as it is answered, or at a rate whatever the answers. */
export const Load = Type.Object({
  url: Type.String(),
  kind: Kind,
  count: Type.Integer({ minimum: 1 }),
  connections: Type.Integer({ minimum: 1 }),
  /** Requests that begin in a second, at random times; as many as there are connections at once when left out. */
  rate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
});
export type Load = Static<typeof Load>;

/** What came of it; latencies in milliseconds, from the moment at which a request was to begin. */
export const Answers = Type.Object({
  perSecond: Type.Number(),
  p50: Type.Number(),
  p99: Type.Number(),
  /** Of each status how many. */
  statuses: Type.Record(Type.String(), Type.Integer()),
});
export type Answers = Static<typeof Answers>;

/** A process that puts load on servers. */
export interface Generator {
  /** @throws when one request was not answered well: then the figures mean nothing */
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
