/** Formats a time in seconds since the epoch as a date for people, in UTC. */
export const dateInWords = (timestamp: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp * 1000));
