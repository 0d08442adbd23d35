import Type, { type Static } from 'typebox';
import Schema from 'typebox/schema';
import Value from 'typebox/value';
import type { App } from '../../src/http/app.ts';

const Answer = Type.Object({
  content: Type.Optional(Type.Record(Type.String(), Type.Object({ schema: Type.Object({}) }))),
});
const Operation = Type.Object({ responses: Type.Record(Type.String(), Answer) });

/** As much of an OpenAPI document as it takes to find what an answer must look like. */
const Description = Type.Object({
  components: Type.Object({}),
  paths: Type.Record(Type.String(), Type.Record(Type.String(), Operation)),
});
type Description = Static<typeof Description>;

/** An answer to an operation, as it is described: `path` has its parameters in braces. */
interface Given {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** @returns what is wrong with an answer by its description; nothing for what isn't described at all */
export type CheckAnswer = (given: Given) => readonly string[];

/** Holds answers to this OpenAPI document: their status, their type, and where that is JSON their schema. */
export function answersTo(openapi: unknown): CheckAnswer {
  const document = Value.Parse(Description, openapi);
  const checks = new Map<string, (body: string) => readonly string[]>();
  return ({ method, path, status, type, body }) => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) return [];
    const [media = ''] = type.split(';');
    const key = `${method} ${path} ${status} ${media}`;
    const check = checks.get(key) ?? compile(document, operation, status, media);
    checks.set(key, check);
    return check(body);
  };
}

function compile(
  { components }: Description,
  { responses }: Static<typeof Operation>,
  status: number,
  media: string,
) {
  const answer = responses[status];
  if (!answer) return () => [`${status} is not described`];
  if (!answer.content) return (body: string) => (body === '' ? [] : ['no body is described']);
  const schema = answer.content[media]?.schema;
  if (!schema) return () => [`${media} is not described`];
  if (media !== 'application/json') return () => [];
  const validator = Schema.Compile({ ...schema, components });
  return (body: string) => {
    const value: unknown = JSON.parse(body);
    if (validator.Check(value)) return [];
    const [, errors] = validator.Errors(value);
    return errors.map((error) => `${error.instancePath} ${error.message}`);
  };
}

/**
 * Holds every answer of a described route to its description, whichever test asks: a status or a type that isn't
 * described, or a body that doesn't fit, becomes a 500 that names the difference.
 * @param app before the routes are registered
 */
export function checkAnswers(app: App): void {
  const routes: string[] = [];
  let check: Promise<CheckAnswer> | undefined;
  app.addHook('onRoute', ({ method, url }) => void routes.push(`${method} ${url}`));
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const path = routeOptions.url?.replace(/^\/api\/v5\//, '/v5/').replaceAll(/:(\w+)/g, '{$1}');
    const status = reply.statusCode;
    if (path === undefined || path === '/openapi.json' || status >= 500) return payload;
    check ??= checkOf(String(routes), app);
    const type = String(reply.getHeader('content-type') ?? '');
    const problems = (await check)({ method, path, status, type, body: String(payload ?? '') });
    if (problems.length === 0) return payload;
    reply.status(500).type('application/json');
    const message = `${method} ${path} ${status} is not as described: ${problems}`;
    return JSON.stringify({ error: { status: 500, message } });
  });
}

/** Services with the same routes describe them alike, and building a description takes a tenth of a second. */
const checks = new Map<string, Promise<CheckAnswer>>();

function checkOf(routes: string, app: App): Promise<CheckAnswer> {
  const known = checks.get(routes);
  if (known) return known;
  const check = app.inject('/openapi.json').then((response) => answersTo(response.json()));
  checks.set(routes, check);
  return check;
}
