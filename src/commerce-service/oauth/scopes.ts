/** OAuth scopes, each with its label on the consent page. */
export const SCOPES = {
  profile: 'See your name and username',
  email: 'See your e-mail address',
  memberships: 'See your memberships',
  social_accounts: 'See the chat accounts that you have bought for',
} as const;
export type Scope = keyof typeof SCOPES;

const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);

/** Filters a list of names down to the known scopes, without duplicates. */
export const knownScopes = (names: readonly string[]): Scope[] => [...new Set(names)].filter(isScope);

export const SCOPE_NAMES: readonly Scope[] = knownScopes(Object.keys(SCOPES));

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
