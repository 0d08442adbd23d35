import { type FormErrors, fieldError, type Path } from '../rest/api-error.ts';

/** Refuses a malformed URL. The schema checks its scheme. `attachment://` names aren't URLs and pass. */
export const urlErrors = (url: string | undefined, path: Path): FormErrors[] =>
  url === undefined || url.startsWith('attachment://') || (URL.canParse(url) && !/\s/.test(url))
    ? []
    : [fieldError(path, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')];
