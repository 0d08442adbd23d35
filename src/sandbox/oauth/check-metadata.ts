import { ApplicationRoleConnectionMetadataType as Kind } from 'discord-api-types/v10';
import { fieldError, refusals } from '../rest/api-error.ts';
import type { ConnectionMetadata } from './records.ts';

/**
 * Checks that each value's key is declared, and that the value fits the key's type.
 * @throws ApiError 50035
 */
export function checkMetadata(declared: ConnectionMetadata, values: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(values)) {
    const record = declared.find((each) => each.key === key);
    if (record && PATTERNS[record.type].test(value)) continue;
    const message = record ? 'This value does not fit the type of its metadata.' : 'Unknown metadata key.';
    throw refusals.invalidForm(fieldError(['metadata', key], 'ROLE_CONNECTION_METADATA_INVALID', message));
  }
}

const INTEGER = /^-?\d{1,15}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const BOOLEAN = /^[01]$/;
const PATTERNS: Readonly<Record<Kind, RegExp>> = {
  [Kind.IntegerLessThanOrEqual]: INTEGER,
  [Kind.IntegerGreaterThanOrEqual]: INTEGER,
  [Kind.IntegerEqual]: INTEGER,
  [Kind.IntegerNotEqual]: INTEGER,
  [Kind.DatetimeLessThanOrEqual]: MOMENT,
  [Kind.DatetimeGreaterThanOrEqual]: MOMENT,
  [Kind.BooleanEqual]: BOOLEAN,
  [Kind.BooleanNotEqual]: BOOLEAN,
};
