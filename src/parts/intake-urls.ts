import type { Config } from '../config.ts';

/**
 * Where our intake can be reached: first where the Commerce Service is to tell us what happens, then where else
 * it may be registered.
 */
export function intakeUrlsOf(config: Config): readonly [string, string] {
  const inPublic = `${config.publicUrl}/webhooks/commerce`;
  const here = `${config.localUrl}/webhooks/commerce`;
  // With a service and a database of its own this process is alone and reaches itself; others find it in public.
  const isAlone = config.databaseUrl === undefined && config.commerceUrl === undefined;
  return isAlone ? [here, inPublic] : [inPublic, here];
}
