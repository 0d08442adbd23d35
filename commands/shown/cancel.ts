import Type from 'typebox';
import { defineStep } from '../../src/discord/commands/step.ts';

/** A change of mind: nothing is done. */
export const cancel = defineStep({
  data: Type.Object({}),
  run: async ({ words }) => ({ title: words.frame.cancelled }),
});
