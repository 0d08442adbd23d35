import { duplicates } from '../duplicates.ts';
import { type FormErrors, fieldError, type Path } from '../rest/api-error.ts';
import { type Part, type Place, places } from './parts.ts';
import { selectErrors } from './selects.ts';
import { urlErrors } from './urls.ts';

/**
 * What is wrong with the components of a message or a form, wherever they are, beyond what the schema says:
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

/** One emoji, also where it is written without what makes it a picture instead of a sign. */
const EMOJI = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

/**
 * A name must be that of an emoji, an id that of one which somebody made; here nobody made any.
 * https://github.com/discord/discord-api-docs/issues/8071
 */
function emojiErrors({ emoji }: Pick<Part, 'emoji'>, path: Path): FormErrors[] {
  if (!emoji || (emoji.id === undefined && EMOJI.test(emoji.name ?? ''))) return [];
  const field = emoji.id === undefined ? 'name' : 'id';
  return [fieldError([...path, 'emoji', field], 'BUTTON_COMPONENT_INVALID_EMOJI', 'Invalid emoji')];
}

/** A number names one component only. The rule is documented, its code isn't. */
function idErrors(all: readonly Place[]): FormErrors[] {
  const ids = all.map(({ part }) => part.id || undefined);
  return repeated(ids, all).map((path) =>
    fieldError([...path, 'id'], 'BASE_TYPE_INVALID', 'Component id cannot be duplicated'),
  );
}

/** https://github.com/discord/discord-api-docs/issues/3673: disabled ones count too */
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

/** Where something is that was there before. */
const repeated = (ids: readonly (string | number | undefined)[], all: readonly Place[]): Path[] => {
  const again = new Set(duplicates(ids));
  return all.filter((_, index) => again.has(index)).map(({ path }) => path);
};
