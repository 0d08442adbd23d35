/** The largest form, in bytes: half of it is what a buyer's way back to an application may take. */
const MAX_BYTES = 16 * 1024;

/** Our longest form, a checkout with ten questions, has twenty-five fields. */
const MAX_FIELDS = 50;

/** What people read whose form was larger. */
export const FORM_TOO_LARGE = `That is more than the ${MAX_BYTES / 1024} KiB that a form may have. Shorten what you wrote, and send it again.`;

/** A form that is none of ours, in words for whoever sent it. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused';
  readonly statusCode = 400;
}

/** What a form is, wherever one is taken: options of `@fastify/formbody`. */
export const FORM = { bodyLimit: MAX_BYTES, parser: readForm };

/** Gives each route of an edge that takes forms their limit, whatever else it takes. For its `onRoute`. */
export function limitToForms(route: { bodyLimit?: number }): void {
  route.bodyLimit ??= MAX_BYTES;
}

/**
 * Reads a form. Its fields are counted before they are taken apart.
 * @throws FormRefused for too many fields, or one that comes twice
 */
function readForm(text: string): Record<string, string> {
  if (countFields(text) > MAX_FIELDS)
    throw new FormRefused(`A form may have at most ${MAX_FIELDS} fields. Send only those of this page.`);
  const fields = [...new URLSearchParams(text)];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length < fields.length)
    throw new FormRefused('A form may have each field once. Send none of them twice.');
  return form;
}

function countFields(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count++;
  return count;
}
