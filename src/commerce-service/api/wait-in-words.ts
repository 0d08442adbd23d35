import { plural } from '../plural.ts';

/** Formats a wait, for people: "in a minute", "in 5 minutes" or "in 3 hours". @param seconds rounded up */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `in ${Math.ceil(minutes / 60)} hours`;
  return plural(Math.max(minutes, 1), 'in a minute', `in ${minutes} minutes`);
}
