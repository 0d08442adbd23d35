import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Caller } from '../accounts/service.ts';
import { holdsScope } from '../api-keys/schema.ts';
import { callerDecoration } from './authenticate.ts';
import { HIDDEN_AS, SECRET_SCOPES, type SecretMark } from './schema.ts';

/**
 * Hides the fields that the schema marks as secret (`api/schema.ts`) from API keys that lack the scope for them.
 * Works on whole responses, so that no expansion reveals a secret.
 * @throws TypeError for a response without a schema, since its secrets are unknown
 */
export async function hideSecrets(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<unknown> {
  const caller = request.getDecorator<Caller | undefined>(callerDecoration);
  if (!caller || reply.statusCode >= 400) return answer;
  const { scopes } = caller;
  if (SECRET_SCOPES.every((scope) => holdsScope(scopes, scope))) return answer;
  const schema = fieldsOf(fieldsOf(request.routeOptions.schema)['response'])[reply.statusCode];
  if (schema === undefined)
    throw new TypeError(`${request.method} ${request.routeOptions.url} declares no answer.`);
  return withoutSecrets(schema, answer, ({ scope }) => !holdsScope(scopes, scope));
}

/** The parts of a JSON schema that can contain secrets. */
const Described = Type.Object({
  type: Type.Optional(Type.String()),
  properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  items: Type.Optional(Type.Unknown()),
  anyOf: Type.Optional(Type.Array(Type.Unknown())),
  'x-secret': Type.Optional(
    Type.Object({
      scope: Type.Enum(SECRET_SCOPES),
      hidden: Type.Enum(['null', 'without query', 'without password']),
    }),
  ),
});

/** @param isKept whether a secret with this mark must be hidden from the caller */
function withoutSecrets(schema: unknown, value: unknown, isKept: (mark: SecretMark) => boolean): unknown {
  if (value === null || !Value.Check(Described, schema)) return value;
  const mark = schema['x-secret'];
  if (mark && isKept(mark)) return HIDDEN_AS[mark.hidden](value);
  const { anyOf, items, properties } = schema;
  if (anyOf)
    return anyOf.reduce<unknown>(
      (left, one) => (isOf(one, left) ? withoutSecrets(one, left, isKept) : left),
      value,
    );
  if (items !== undefined && Array.isArray(value))
    return value.map((one) => withoutSecrets(items, one, isKept));
  if (!properties || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutSecrets(properties[name], inner, isKept)]),
  );
}

/** Returns whether a value may match one of several schemas, judged by its type only. */
function isOf(schema: unknown, value: unknown): boolean {
  if (!Value.Check(Described, schema)) return false;
  return schema.type === (Array.isArray(value) ? 'array' : typeof value) || schema.anyOf !== undefined;
}

const fieldsOf = (value: unknown): Static<typeof Fields> => (Value.Check(Fields, value) ? value : {});
const Fields = Type.Record(Type.String(), Type.Unknown());
