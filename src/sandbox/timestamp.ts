/**
 * Formats a time like the platform: in UTC, to the microsecond, with its offset.
 * @param at ISO 8601
 * @example 2026-11-21T12:00:00.000000+00:00
 */
export const toApiTime = (at: string): string => new Date(at).toISOString().replace('Z', '000+00:00');
