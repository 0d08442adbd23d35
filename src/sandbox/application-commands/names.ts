import { type FormErrors, fieldError, type Path } from '../rest/api-error.ts';

/**
 * How slash commands and options are called; how long they may be the schema says:
 * https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming
 */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]*$/u;

/** Refuses a name of which the text, or any translation, is none. */
export const nameProblems = (names: readonly string[], path: Path): FormErrors[] =>
  names.every((name) => NAME.test(name) && name === name.toLowerCase())
    ? []
    : [fieldError(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')];

/** Whether nothing is left of a text when the blanks around it are cut off, as the platform does. */
export const isBlank = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';
