import { type FormErrors, fieldError, type Path } from '../rest/api-error.ts';

/** Refuses an address that is none, whatever its scheme, which the schema looks at. Attachments are named, not addressed. */
export const urlErrors = (url: string | undefined, path: Path): FormErrors[] =>
  url === undefined || url.startsWith('attachment://') || (URL.canParse(url) && !/\s/.test(url))
    ? []
    : [fieldError(path, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')];
