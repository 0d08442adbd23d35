import type { FaultDetails } from './en/faults.ts';
import type { Words } from './en/index.ts';

/** What is said of a fault; undefined where its own message says it. */
export function faultText(
  faults: Words['faults'],
  code: string,
  details: FaultDetails = {},
): string | undefined {
  const said = faults[code];
  return typeof said === 'function' ? said(details) : said;
}
