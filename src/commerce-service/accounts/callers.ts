import { hashCredential } from '../api-keys/credentials.ts';
import type { Service } from '../service.ts';
import { type Caller, findCaller } from './service.ts';

/** How long a valid key isn't looked up again, in milliseconds. Another process may revoke it meanwhile. */
const TRUSTED = 1_000;

/** Maximum number of remembered keys. Beyond it, all are looked up again. */
const MAX_CALLERS = 10_000;

/** Finds the callers of API keys, and remembers valid ones for a second. */
export interface Callers {
  /** Finds the account of an API key; undefined for an unknown, revoked or expired key. */
  find(apiKey: string): Promise<Caller | undefined>;
  /** Forgets a revoked key, so that this process refuses it from now on; other processes do within a second. */
  forget(keyId: string): void;
  /** Forgets all keys, after the operator's changed. */
  forgetAll(): void;
}

export function rememberCallers(service: Pick<Service, 'prisma' | 'clock' | 'operatorCredentials'>): Callers {
  const { clock } = service;
  /** By the key's hash, so that no key stays in memory. */
  const known = new Map<string, { readonly caller: Caller; readonly until: number }>();
  /** Counts what was forgotten, so that a lookup begun before remembers nothing. */
  let forgotten = 0;
  const isValid = ({ expiresAt }: Caller) => expiresAt === null || expiresAt > clock.now();
  return {
    async find(apiKey) {
      const now = clock.now().getTime();
      const hash = hashCredential(apiKey);
      const found = known.get(hash);
      if (found && now < found.until) return isValid(found.caller) ? found.caller : undefined;
      const begun = forgotten;
      const caller = await findCaller(service, apiKey);
      if (begun !== forgotten) return caller;
      if (known.size >= MAX_CALLERS) known.clear();
      if (caller) known.set(hash, { caller, until: now + TRUSTED });
      else known.delete(hash);
      return caller;
    },
    forget(keyId) {
      forgotten += 1;
      for (const [hash, { caller }] of known) if (caller.keyId === keyId) known.delete(hash);
    },
    forgetAll() {
      forgotten += 1;
      known.clear();
    },
  };
}
