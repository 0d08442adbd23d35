import Type from 'typebox';
import { defineStep } from '../../src/discord/commands/step.ts';

/** Cancels without doing anything. */
export const cancel = defineStep({
  data: Type.Object({}),
  run: async ({ words }) => ({ title: words.frame.cancelled }),
});
