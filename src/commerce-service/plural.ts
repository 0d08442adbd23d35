import { pluralIn } from '../i18n/format.ts';

/** Picks the form of a text that fits a number, for the API, which speaks English only. */
export const plural = pluralIn('en');
