import type { FaultDetails } from './en/faults.ts';
import type { Words } from './en/index.ts';

/** Returns the text for a fault's code; undefined if its own message should be shown. */
export function faultText(
  faults: Words['faults'],
  code: string,
  details: FaultDetails = {},
): string | undefined {
  const said = faults[code];
  return typeof said === 'function' ? said(details) : said;
}

/** Describes an obstacle in the given language, or with its English message if the language has no text. */
export const obstacleText = (
  faults: Words['faults'],
  {
    code,
    message,
    said,
  }: { readonly code: string | null; readonly message: string; readonly said?: string | null | undefined },
): string => faultText(faults, code ?? '', { said: said ?? undefined }) ?? message;
