import type { ComponentType } from 'discord-api-types/v10';
import { type FormErrors, fieldError } from '../rest/api-error.ts';

type Path = readonly (string | number)[];

/** What of a component, in a message or a form, is looked at here. */
interface Component {
  readonly type: ComponentType;
  readonly options?: readonly { readonly value: string }[];
  readonly min_values?: number;
  readonly max_values?: number;
  readonly components?: readonly Component[];
  readonly component?: Component;
}

/** The most options of a menu: https://docs.discord.com/developers/components/reference#string-select */
const MOST_OPTIONS = 25;

/** What is wrong with the menus in components, wherever they are, beyond what the schema says. */
export const selectErrors = (components: readonly Component[], path: Path): FormErrors[] =>
  components.flatMap((each, index) => errorsIn(each, [...path, index]));

function errorsIn(component: Component, path: Path): FormErrors[] {
  const { min_values = 1, max_values = 1, options } = component;
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
    ...duplicates(options ?? []).map((index) =>
      fieldError(
        [...path, 'options', index],
        'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        'The specified option value is already used',
      ),
    ),
    ...selectErrors(component.components ?? [], [...path, 'components']),
    ...(component.component ? errorsIn(component.component, [...path, 'component']) : []),
  ];
}

function duplicates(options: readonly { readonly value: string }[]): number[] {
  const values = options.map(({ value }) => value);
  return values.flatMap((value, index) => (values.indexOf(value) === index ? [] : [index]));
}
