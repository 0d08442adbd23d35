/** What an application can ask for, in words for the buyer who is asked. */
export const SCOPES = {
  profile: 'See your name and username',
  email: 'See your e-mail address',
  memberships: 'See your memberships',
  social_accounts: 'See the chat accounts that you have bought for',
} as const;
export type Scope = keyof typeof SCOPES;

const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);

/** The scopes by their names; unknown names are left out. */
export const knownScopes = (names: readonly string[]): Scope[] => [...new Set(names)].filter(isScope);

/** All scopes there are. */
export const SCOPE_NAMES: readonly Scope[] = knownScopes(Object.keys(SCOPES));

/**
 * The scopes that a `scope` parameter asks for. Without one it is all that the application may have; those that
 * it may not, and those that this service doesn't know, are ignored, and the answer says what was given
 * (RFC 6749, 3.3).
 * @param allowed what the application may ask for
 * @returns an empty list when only others were asked for
 */
export function parseScope(scope: string | undefined, allowed: readonly string[]): Scope[] {
  const names = (scope ?? '').split(/[\s,]+/).filter((name) => name !== '');
  const asked = names.length === 0 ? SCOPE_NAMES : knownScopes(names);
  return asked.filter((name) => allowed.includes(name));
}
