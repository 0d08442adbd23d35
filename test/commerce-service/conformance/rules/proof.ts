import type { World } from '../world.ts';

/** Asserts a sentence over HTTP. */
export type Proof = (world: World) => Promise<void>;
