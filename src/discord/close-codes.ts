import { GatewayCloseCodes } from 'discord-api-types/v10';
import { Fault } from '../errors.ts';

/** Advice for the operator, by close code of the gateway. */
const CURES: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]:
    'Check DISCORD_TOKEN, and start the bot again with the right one.',
  [GatewayCloseCodes.DisallowedIntents]: 'Enable the Server Members intent in the developer portal.',
};

/** Names a close code of the platform or of https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1. */
export const nameOf = (code: number): string => GatewayCloseCodes[code] ?? WEBSOCKET[code] ?? 'unknown';

const WEBSOCKET: Readonly<Record<number, string>> = {
  1000: 'Normal',
  1001: 'GoingAway',
  1006: 'ConnectionLost',
};

/**
 * Makes the fault for a close code after which the library doesn't reconnect.
 * @see https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
 */
export const closedForGood = (code: number): Fault =>
  new Fault(
    code === GatewayCloseCodes.AuthenticationFailed ? 'DISCORD_TOKEN_REFUSED' : 'GATEWAY_CLOSED',
    `The chat platform has closed the gateway (${code}: ${nameOf(code)}). ${CURES[code] ?? 'If this keeps happening, update Rolekeeper.'}`,
  );
