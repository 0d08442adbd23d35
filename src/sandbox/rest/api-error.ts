import { RESTJSONErrorCodes } from 'discord-api-types/v10';

/** Errors by field, nested like the request. A field's own errors are listed under `_errors`. */
export interface FormErrors {
  readonly [field: string]: FormErrors | readonly FormError[];
}

export interface FormError {
  readonly code: string;
  readonly message: string;
}

/** An error in the platform's format. `code` 0 is its general error. */
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

/** Error codes and messages: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
export const refusals = {
  unauthorized: () => new ApiError(401, RESTJSONErrorCodes.GeneralError, '401: Unauthorized'),
  /** The answer of the firewall in front of the platform. */
  blocked: () =>
    new ApiError(403, RESTJSONErrorCodes.CloudflareIsBlockingYourRequest, 'internal network error'),
  notFound: () => new ApiError(404, RESTJSONErrorCodes.GeneralError, '404: Not Found'),
  unknownGuild: () => new ApiError(404, RESTJSONErrorCodes.UnknownGuild, 'Unknown Guild'),
  unknownMember: () => new ApiError(404, RESTJSONErrorCodes.UnknownMember, 'Unknown Member'),
  unknownRole: () => new ApiError(404, RESTJSONErrorCodes.UnknownRole, 'Unknown Role'),
  unknownUser: () => new ApiError(404, RESTJSONErrorCodes.UnknownUser, 'Unknown User'),
  missingAccess: () => new ApiError(403, RESTJSONErrorCodes.MissingAccess, 'Missing Access'),
  missingPermissions: () => new ApiError(403, RESTJSONErrorCodes.MissingPermissions, 'Missing Permissions'),
  unknownChannel: () => new ApiError(404, RESTJSONErrorCodes.UnknownChannel, 'Unknown Channel'),
  unknownMessage: () => new ApiError(404, RESTJSONErrorCodes.UnknownMessage, 'Unknown Message'),
  cannotSendToUser: () =>
    new ApiError(403, RESTJSONErrorCodes.CannotSendMessagesToThisUser, 'Cannot send messages to this user'),
  unknownApplication: () => new ApiError(404, RESTJSONErrorCodes.UnknownApplication, 'Unknown Application'),
  unknownCommand: () =>
    new ApiError(404, RESTJSONErrorCodes.UnknownApplicationCommand, 'Unknown application command'),
  commandNameTaken: () =>
    new ApiError(
      400,
      RESTJSONErrorCodes.ApplicationCommandWithThatNameAlreadyExists,
      'An application command with that name already exists',
    ),
  tooManyCommands: (most: number) =>
    new ApiError(
      400,
      RESTJSONErrorCodes.MaximumNumberOfApplicationCommandsReached,
      `Maximum number of application commands reached (${most})`,
    ),
  tooManyCreated: () =>
    new ApiError(
      400,
      RESTJSONErrorCodes.MaximumDailyApplicationCommandCreatesReached,
      'Max number of daily application command creates has been reached (200)',
    ),
  unknownInteraction: () => new ApiError(404, RESTJSONErrorCodes.UnknownInteraction, 'Unknown interaction'),
  alreadyAcknowledged: () =>
    new ApiError(
      400,
      RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged,
      'Interaction has already been acknowledged.',
    ),
  unknownWebhook: () => new ApiError(404, RESTJSONErrorCodes.UnknownWebhook, 'Unknown Webhook'),
  invalidWebhookToken: () =>
    new ApiError(401, RESTJSONErrorCodes.InvalidWebhookToken, 'Invalid Webhook Token'),
  invalidAccessToken: () =>
    new ApiError(403, RESTJSONErrorCodes.InvalidOAuth2AccessToken, 'Invalid OAuth2 access token provided'),
  missingScope: () =>
    new ApiError(403, RESTJSONErrorCodes.MissingRequiredOAuth2Scope, 'Missing required OAuth2 scope'),
  invalidRecipient: () => new ApiError(400, RESTJSONErrorCodes.InvalidRecipients, 'Invalid Recipient(s)'),
  tooManyAttachments: (most: number) =>
    new ApiError(
      400,
      RESTJSONErrorCodes.MaximumNumberOfAttachmentsInAMessageReached,
      `Maximum number of attachments in a message reached (${most})`,
    ),
  tooLarge: () => new ApiError(413, RESTJSONErrorCodes.RequestEntityTooLarge, 'Request entity too large'),
  emptyMessage: () =>
    new ApiError(400, RESTJSONErrorCodes.CannotSendAnEmptyMessage, 'Cannot send an empty message'),
  notOwnMessage: () =>
    new ApiError(
      403,
      RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser,
      'Cannot edit a message authored by another user',
    ),
  tooManyRoles: () =>
    new ApiError(
      400,
      RESTJSONErrorCodes.MaximumNumberOfGuildRolesReached,
      'Maximum number of server roles reached (250)',
    ),
  invalidJson: () =>
    new ApiError(
      400,
      RESTJSONErrorCodes.RequestBodyContainsInvalidJSON,
      'The request body contains invalid JSON.',
    ),
  notInVoice: () =>
    new ApiError(
      400,
      RESTJSONErrorCodes.TargetUserIsNotConnectedToVoice,
      'Target user is not connected to voice.',
    ),
  invalidRole: () => new ApiError(400, RESTJSONErrorCodes.InvalidRole, 'Invalid Role'),
  invalidForm: (errors: FormErrors) =>
    new ApiError(400, RESTJSONErrorCodes.InvalidFormBodyOrContentType, 'Invalid Form Body', errors),
};

export type Path = readonly (string | number)[];

/** Nests one field's error under the field's path. */
export const fieldError = (path: Path, code: string, message: string): FormErrors =>
  path.reduceRight<FormErrors>((inner, field) => ({ [field]: inner }), { _errors: [{ code, message }] });
