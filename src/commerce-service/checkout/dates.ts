/** A moment of the wire, as a date for people. */
export const dateInWords = (timestamp: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp * 1000));
