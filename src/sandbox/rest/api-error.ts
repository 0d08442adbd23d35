import { RESTJSONErrorCodes } from 'discord-api-types/v10';

/** What is wrong with each field, nested as the request is. */
export type FormErrors = {
  readonly [field: string]: {
    readonly _errors: readonly { readonly code: string; readonly message: string }[];
  };
};

/** A refusal in the platform's words. `code` 0 is its generic one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: number;
  readonly errors: FormErrors | undefined;

  constructor(status: number, code: number, message: string, errors?: FormErrors) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** The codes and their words: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
export const refusals = {
  unauthorized: () => new ApiError(401, RESTJSONErrorCodes.GeneralError, '401: Unauthorized'),
  notFound: () => new ApiError(404, RESTJSONErrorCodes.GeneralError, '404: Not Found'),
  unknownGuild: () => new ApiError(404, RESTJSONErrorCodes.UnknownGuild, 'Unknown Guild'),
  unknownMember: () => new ApiError(404, RESTJSONErrorCodes.UnknownMember, 'Unknown Member'),
  unknownRole: () => new ApiError(404, RESTJSONErrorCodes.UnknownRole, 'Unknown Role'),
  unknownUser: () => new ApiError(404, RESTJSONErrorCodes.UnknownUser, 'Unknown User'),
  missingAccess: () => new ApiError(403, RESTJSONErrorCodes.MissingAccess, 'Missing Access'),
  missingPermissions: () => new ApiError(403, RESTJSONErrorCodes.MissingPermissions, 'Missing Permissions'),
  invalidRole: () => new ApiError(400, RESTJSONErrorCodes.InvalidRole, 'Invalid Role'),
  invalidForm: (errors: FormErrors) =>
    new ApiError(400, RESTJSONErrorCodes.InvalidFormBodyOrContentType, 'Invalid Form Body', errors),
};
