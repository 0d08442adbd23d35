/**
 * An error with a code. `code` is for programs (stable, upper case), `message` for operators: what happened and what to
 * do about it. Neither may contain a secret. The chat shows only a `ChatFault` in words.
 */
export class Fault<Code extends string = string> extends Error {
  override readonly name = 'Fault';
  readonly code: Code;

  constructor(code: Code, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Returns the `code` of a system or library error (`EADDRINUSE`, `P2002`); undefined if there is none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
