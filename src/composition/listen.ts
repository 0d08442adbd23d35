import { errorCode, Fault } from '../errors.ts';
import type { Container } from './container.ts';

/** Pending incoming connections. A burst of deliveries, each on its own connection, exceeds the default of 511. */
const BACKLOG = 4_096;

/**
 * Starts listening.
 * @throws Fault `CANT_LISTEN`, whose message says what to do
 */
export async function listen({ app, config, opened }: Container): Promise<void> {
  opened.defer(() => app.close());
  try {
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  } catch (cause) {
    const why =
      errorCode(cause) === 'EADDRINUSE'
        ? 'Another program is using it. Stop that program, or set PORT to another number.'
        : `${errorCode(cause) ?? 'unknown reason'}. Set HOST and PORT to an address of this machine.`;
    throw new Fault('CANT_LISTEN', `Port ${config.port} on ${config.host} can't be used: ${why}`, { cause });
  }
}
