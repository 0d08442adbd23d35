import { dayIn } from '../../i18n/format.ts';

/** Formats a time in seconds since the epoch as a date for people, in UTC. */
export const dateInWords = (locale: string, timestamp: number): string =>
  dayIn(locale, new Date(timestamp * 1000));
