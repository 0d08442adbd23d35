import Schema from 'typebox/schema';
import type { App } from '../../src/http/app.ts';

/** As much of an OpenAPI document as it takes to find what an answer must look like. */
interface Description {
  readonly components: object;
  readonly paths: Record<string, Record<string, Operation> | undefined>;
}
interface Operation {
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
}

/**
 * Holds every JSON answer of a described route to its description, whichever test asks: a status that isn't
 * described, or a body that doesn't fit, becomes a 500 that names the difference.
 * @param app before the routes are registered
 */
export function checkAnswers(app: App): void {
  const checks = new Map<string, (body: unknown) => string[]>();
  let description: Promise<Description> | undefined;
  app.addHook('onSend', async (request, reply, payload) => {
    const path = request.routeOptions.url?.replace(/^\/api\/v5\//, '/v5/').replaceAll(/:(\w+)/g, '{$1}');
    const type = String(reply.getHeader('content-type'));
    if (path === undefined || path === '/openapi.json' || !type.includes('application/json')) return payload;
    if (reply.statusCode >= 500) return payload;
    description ??= app.inject('/openapi.json').then((response) => response.json());
    const document = await description;
    const operation = document.paths[path]?.[request.method.toLowerCase()];
    if (!operation) return payload;
    const key = `${request.method} ${path} ${reply.statusCode}`;
    const check = checks.get(key) ?? compile(document, operation, reply.statusCode);
    checks.set(key, check);
    const problems = check(JSON.parse(String(payload)));
    if (problems.length === 0) return payload;
    reply.status(500);
    return JSON.stringify({ error: { status: 500, message: `${key} is not as described: ${problems}` } });
  });
}

function compile(document: Description, { responses }: Operation, status: number) {
  const schema = responses[status]?.content?.['application/json']?.schema;
  if (!schema) return () => ['no such answer is described'];
  const validator = Schema.Compile({ ...schema, components: document.components });
  return (body: unknown) => {
    if (validator.Check(body)) return [];
    const [, errors] = validator.Errors(body);
    return errors.map((error) => `${error.instancePath} ${error.message}`);
  };
}
