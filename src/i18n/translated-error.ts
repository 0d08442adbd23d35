import { english, type Text, type Words } from './index.ts';

/** An error that people see. Pages show its text in their language; its message, for programs and logs, is English. */
export class TranslatedError extends Error {
  readonly text: Text;

  constructor(text: Text) {
    super(text(english));
    this.text = text;
  }
}

/** Returns what a page says about an error of the request. */
export const messageIn = (words: Words, error: Error): string =>
  error instanceof TranslatedError ? error.text(words) : words.refusals.forPrograms(error.message);
