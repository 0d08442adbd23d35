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

/** What is said of something that went wrong: in the words of a language, or in English where it has none. */
export const sayObstacle = (
  faults: Words['faults'],
  {
    code,
    message,
    said,
  }: { readonly code: string | null; readonly message: string; readonly said?: string | null | undefined },
): string => faultText(faults, code ?? '', { said: said ?? undefined }) ?? message;
