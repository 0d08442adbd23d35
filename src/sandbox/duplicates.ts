/** Returns the indices of repeated values. Undefined values are ignored. */
export const duplicates = (values: readonly (string | number | undefined)[]): number[] =>
  values.flatMap((value, index) => (value === undefined || values.indexOf(value) === index ? [] : [index]));
