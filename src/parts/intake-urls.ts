import type { Config } from '../config.ts';

/** Where our intake is. */
export interface IntakeUrls {
  /** Where the Commerce Service delivers to. */
  readonly intakeUrl: string;
  /** All addresses at which our intake may be registered. */
  readonly intakeUrls: readonly string[];
}

/** With a database of its own this process is alone and reaches itself; several find each other in public. */
export function intakeUrls({ databaseUrl, commerceUrl, publicUrl, localUrl }: Config): IntakeUrls {
  const at = (base: string) => `${base}/webhooks/commerce`;
  const isAlone = databaseUrl === undefined && commerceUrl === undefined;
  return {
    intakeUrl: at(isAlone ? localUrl : publicUrl),
    intakeUrls: [...new Set([at(publicUrl), at(localUrl)])],
  };
}
