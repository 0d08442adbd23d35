/** The places of those that were there before; undefined is nothing that could be twice. */
export const duplicates = (values: readonly (string | number | undefined)[]): number[] =>
  values.flatMap((value, index) => (value === undefined || values.indexOf(value) === index ? [] : [index]));
