import { CONDUCT_RULES } from './conduct.ts';
import { ENDPOINT_RULES } from './endpoints.ts';
import { EVENT_RULES } from './events.ts';
import { listRules } from './lists.ts';
import type { Proof } from './proof.ts';
import { RESOURCE_RULES } from './resources.ts';

/** Each sentence of the specification that no table holds, with its proof over HTTP. */
export const RULES: Readonly<Record<string, Proof | undefined>> = {
  ...RESOURCE_RULES,
  ...ENDPOINT_RULES,
  ...CONDUCT_RULES,
  ...EVENT_RULES,
  ...listRules('GET /api/v2/plans'),
  ...listRules('GET /api/v2/promo_codes'),
  ...listRules('GET /api/v2/webhooks'),
};
