import { integer, oneOf, yesOrNo } from '../../src/discord/commands/options.ts';
import type { Words } from '../../src/i18n/index.ts';
import { MAX_DAYS } from '../../src/limits.ts';

export const termOptions = {
  at_end: oneOf({
    description: (words) => words.roles.atEnd,
    required: false,
    of: {
      remove: (words) => words.roles.atEnds.remove,
      keep: (words) => words.roles.atEnds.keep,
      kick: (words) => words.roles.atEnds.kick,
    },
  }),
  grace_days: integer({
    description: (words) => words.roles.graceDays,
    required: false,
    min: 0,
    max: MAX_DAYS,
  }),
  orphans: oneOf({
    description: (words) => words.roles.orphans,
    required: false,
    of: { keep: (words) => words.roles.orphanses.keep, strip: (words) => words.roles.orphanses.strip },
  }),
  screening: yesOrNo({ description: (words) => words.roles.screening, required: false }),
};

interface Terms {
  readonly atEnd: 'remove' | 'keep' | 'kick';
  readonly graceDays: number;
  readonly orphans: 'keep' | 'strip';
  readonly waitForScreening: boolean;
}

/** Describes the unusual terms of a mapping, after `more`; without any, returns the text for usual terms. */
export function termsText(
  { roles: { terms } }: Words,
  { atEnd, graceDays, orphans, waitForScreening }: Terms,
  more: readonly string[] = [],
): string {
  const told = [
    ...more,
    ...(atEnd === 'remove' ? [] : [terms[atEnd]]),
    ...(graceDays > 0 ? [terms.grace(graceDays)] : []),
    ...(orphans === 'strip' ? [terms.strip] : []),
    ...(waitForScreening ? [] : [terms.noScreening]),
  ];
  return told.join(', ') || terms.usual;
}
