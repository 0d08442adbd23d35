import { duplicates } from '../duplicates.ts';
import { type FormErrors, fieldError, type Path } from '../rest/api-error.ts';
import type { Part } from './parts.ts';

/** Option limit of a menu: https://docs.discord.com/developers/components/reference#string-select */
const MOST_OPTIONS = 25;

/** Returns what is wrong with a menu, beyond the schema; nothing for other components. */
export function selectErrors(menu: Part, path: Path): FormErrors[] {
  const { min_values = 1, max_values = 1, options, default_values = [] } = menu;
  return [
    ...(min_values > max_values
      ? [
          fieldError(
            [...path, 'min_values'],
            'NUMBER_TYPE_MAX',
            `int value should be less than or equal to ${max_values}.`,
          ),
        ]
      : []),
    ...(options && options.length < Math.max(min_values, max_values)
      ? [
          fieldError(
            [...path, 'options'],
            'BASE_TYPE_BAD_LENGTH',
            `Must be between ${Math.max(min_values, max_values)} and ${MOST_OPTIONS} in length.`,
          ),
        ]
      : []),
    ...duplicates((options ?? []).map(({ value }) => value)).map((index) =>
      fieldError(
        [...path, 'options', index],
        'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        'The specified option value is already used',
      ),
    ),
    ...((options?.filter((option) => option.default).length ?? 0) > max_values
      ? [tooMany([...path, 'options'], 'default options', max_values)]
      : []),
    ...(default_values.length > max_values
      ? [tooMany([...path, 'default_values'], 'default values', max_values)]
      : []),
  ];
}

/** More defaults than the menu allows choices. The rule is documented; its error code isn't. */
const tooMany = (path: Path, what: string, most: number): FormErrors =>
  fieldError(path, 'BASE_TYPE_MAX_LENGTH', `Must have ${most} or fewer ${what}.`);
