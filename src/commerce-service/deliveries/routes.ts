import { Agent } from 'undici';
import { lookupPublic } from './addresses.ts';

// Connections aren't kept alive, so that every attempt resolves and checks the name again.
const anywhere = new Agent({ pipelining: 0 });
const publicOnly = new Agent({ pipelining: 0, connect: { lookup: lookupPublic } });

/** Returns the dispatcher for an endpoint. Doesn't check IP addresses in URLs, so callers must. */
export const routeFor = ({ mayBePrivate }: { readonly mayBePrivate: boolean }): Agent =>
  mayBePrivate ? anywhere : publicOnly;
