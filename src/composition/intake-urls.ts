import type { Config } from '../config/config.ts';

/** Returns the URLs of our intake: first the one to register, then one that may be registered already. */
export function intakeUrlsOf(config: Config): readonly [string, string] {
  const inPublic = `${config.publicUrl}/webhooks/commerce`;
  const here = `${config.localUrl}/webhooks/commerce`;
  // With its own service and database, this process is the only one and can use its local URL. Otherwise the service
  // needs the public one.
  const isAlone = config.databaseUrl === undefined && config.commerceUrl === undefined;
  return isAlone ? [here, inPublic] : [inPublic, here];
}
