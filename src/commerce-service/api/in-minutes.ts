/** Formats a wait, for people: "in a minute" or "in 5 minutes". @param seconds rounded up to whole minutes */
export function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`;
}
