import { Agent } from 'undici';
import { lookupPublic } from './addresses.ts';

// No connection is kept: each attempt resolves the name and is checked anew.
const anywhere = new Agent({ pipelining: 0 });
const publicOnly = new Agent({ pipelining: 0, connect: { lookup: lookupPublic } });

/** How to connect to an endpoint. An address that stands in the URL itself is not looked up, so check that too. */
export const routeFor = ({ mayBePrivate }: { readonly mayBePrivate: boolean }): Agent =>
  mayBePrivate ? anywhere : publicOnly;
