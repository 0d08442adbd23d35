/** OAuth scopes. The catalogue has a label for each. */
export const SCOPE_NAMES = ['profile', 'email', 'memberships', 'social_accounts'] as const;
export type Scope = (typeof SCOPE_NAMES)[number];

/** Filters a list of names down to the known scopes, without duplicates. */
export const knownScopes = (names: readonly string[]): Scope[] =>
  [...new Set(names)].flatMap((name) => SCOPE_NAMES.find((scope) => scope === name) ?? []);

/**
 * Parses a `scope` parameter. If it is missing, all scopes that the application may request apply. Scopes that are
 * unknown or not allowed are ignored; the response reports the scopes granted (RFC 6749, 3.3).
 * @param allowed scopes the application may request
 * @returns an empty list if only other scopes were requested
 */
export function parseScope(scope: string | undefined, allowed: readonly string[]): Scope[] {
  const names = (scope ?? '').split(/[\s,]+/).filter((name) => name !== '');
  const asked = names.length === 0 ? SCOPE_NAMES : knownScopes(names);
  return asked.filter((name) => allowed.includes(name));
}
