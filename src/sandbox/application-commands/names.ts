import { type FormErrors, fieldError, type Path } from '../rest/api-error.ts';

/**
 * The characters that the name of a slash command or option may have. The schema limits its length.
 * https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming
 */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]*$/u;

/** Refuses a name if it or one of its translations is invalid. */
export const nameProblems = (names: readonly string[], path: Path): FormErrors[] =>
  names.every((name) => NAME.test(name) && name === name.toLowerCase())
    ? []
    : [fieldError(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')];

/** Whether a text is empty after trimming, which the platform does. */
export const isBlank = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';
