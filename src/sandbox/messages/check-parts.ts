import { duplicates } from '../duplicates.ts';
import { type FormErrors, fieldError, type Path } from '../rest/api-error.ts';
import { type Part, type Place, places } from './parts.ts';
import { selectErrors } from './selects.ts';
import { urlErrors } from './urls.ts';

/**
 * Returns what is wrong with a message's or form's components at any depth, beyond the schema:
 * https://docs.discord.com/developers/components/reference
 */
export function partErrors(parts: readonly Part[], path: Path): FormErrors[] {
  const all = [...places(parts, path)];
  return [...all.flatMap(errorsIn), ...idErrors(all), ...customIdErrors(all)];
}

const errorsIn = ({ part, path }: Place): FormErrors[] => [
  ...selectErrors(part, path),
  ...urlErrors(part.url, [...path, 'url']),
  ...emojiErrors(part, path),
  ...(part.options ?? []).flatMap((option, index) => emojiErrors(option, [...path, 'options', index])),
  ...(part.url !== undefined && part.custom_id !== undefined
    ? [
        fieldError(
          path,
          'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
          'A custom id and url cannot both be specified',
        ),
      ]
    : []),
];

/** A single emoji, with or without the variation selector that asks for its emoji form. */
const EMOJI = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

/**
 * An emoji's name must be a standard emoji. An id refers to a custom emoji, and the sandbox has none.
 * https://github.com/discord/discord-api-docs/issues/8071
 */
function emojiErrors({ emoji }: Pick<Part, 'emoji'>, path: Path): FormErrors[] {
  if (!emoji || (emoji.id === undefined && EMOJI.test(emoji.name ?? ''))) return [];
  const field = emoji.id === undefined ? 'name' : 'id';
  return [fieldError([...path, 'emoji', field], 'BUTTON_COMPONENT_INVALID_EMOJI', 'Invalid emoji')];
}

/** Refuses repeated component ids. The rule is documented; its error code isn't. */
function idErrors(all: readonly Place[]): FormErrors[] {
  const ids = all.map(({ part }) => part.id || undefined);
  return repeated(ids, all).map((path) =>
    fieldError([...path, 'id'], 'BASE_TYPE_INVALID', 'Component id cannot be duplicated'),
  );
}

/** Disabled components count too: https://github.com/discord/discord-api-docs/issues/3673 */
function customIdErrors(all: readonly Place[]): FormErrors[] {
  const ids = all.map(({ part }) => part.custom_id);
  return repeated(ids, all).map((path) =>
    fieldError(
      [...path, 'custom_id'],
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    ),
  );
}

const repeated = (ids: readonly (string | number | undefined)[], all: readonly Place[]): Path[] => {
  const again = new Set(duplicates(ids));
  return all.filter((_, index) => again.has(index)).map(({ path }) => path);
};
