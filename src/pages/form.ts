import type { Text } from '../i18n/index.ts';
import { TranslatedError } from '../i18n/translated-error.ts';

/**
 * Maximum form size, in bytes. The `request` field, which leads a buyer back to an application, may take half of it.
 */
const MAX_BYTES = 16 * 1024;

/** The longest form of our pages, a checkout with ten questions, has 25 fields. */
const MAX_FIELDS = 50;

/** Says that a form is over the size limit. */
export const formTooLarge: Text = ({ refusals }) => refusals.formTooLarge(MAX_BYTES / 1024);

/** Thrown for a form that none of our pages sends. The message is shown to the sender. */
export class FormRefused extends TranslatedError {
  override readonly name = 'FormRefused';
  readonly statusCode = 400;
}

/** Options of `@fastify/formbody` for every app that takes forms. */
export const FORM = { bodyLimit: MAX_BYTES, parser: readForm };

/** Applies the form size limit to every route without a limit of its own. Use as an `onRoute` hook. */
export function limitToForms(route: { bodyLimit?: number }): void {
  route.bodyLimit ??= MAX_BYTES;
}

/**
 * Parses a form. Counts the fields before parsing, so that a hostile form costs little.
 * @throws FormRefused for too many fields, or for a repeated field
 */
function readForm(text: string): Record<string, string> {
  if (countFields(text) > MAX_FIELDS)
    throw new FormRefused(({ refusals }) => refusals.tooManyFields(MAX_FIELDS));
  const fields = [...new URLSearchParams(text)];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length < fields.length)
    throw new FormRefused(({ refusals }) => refusals.repeatedField);
  return form;
}

function countFields(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count++;
  return count;
}
