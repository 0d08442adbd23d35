import type { FastifySchemaValidationError } from 'fastify';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { FormErrors } from './api-error.ts';

const Fields = Type.Record(Type.String(), Type.Unknown());

/**
 * Tells what a schema found wrong the way the platform tells it:
 * https://discord.com/developers/docs/reference#error-messages
 */
export function toFormErrors(problems: readonly FastifySchemaValidationError[], source: unknown): FormErrors {
  return Object.fromEntries(
    problems.map((problem) => {
      const field = problem.instancePath.split('/')[1] ?? '';
      const value = Value.Check(Fields, source) ? source[field] : undefined;
      return [field, { _errors: [describe(problem, String(value))] }];
    }),
  );
}

function describe({ keyword, params, message }: FastifySchemaValidationError, value: string) {
  switch (keyword) {
    case 'pattern':
      return { code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not snowflake.` };
    case 'type':
      return { code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not int.` };
    case 'maximum':
      return {
        code: 'NUMBER_TYPE_MAX',
        message: `int value should be less than or equal to ${params['limit']}.`,
      };
    case 'minimum':
      return {
        code: 'NUMBER_TYPE_MIN',
        message: `int value should be greater than or equal to ${params['limit']}.`,
      };
    default:
      return { code: 'BASE_TYPE_INVALID', message: message ?? 'This value is invalid.' };
  }
}
