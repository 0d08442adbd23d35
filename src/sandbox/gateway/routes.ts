import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import websocket from '@fastify/websocket';
import { GatewayCloseCodes } from 'discord-api-types/v10';
import Type from 'typebox';
import type { Gateway } from './gateway.ts';

/** More than any honest client sends; the platform's own limit is 4096 bytes. */
const MAX_PAYLOAD = 4096;

const querystring = Type.Object({ v: Type.Optional(Type.String()), encoding: Type.Optional(Type.String()) });

/** The gateway's WebSocket, at the address that clients are told. */
export const gatewayRoute =
  (gateway: Gateway): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(websocket, {
      options: { maxPayload: MAX_PAYLOAD },
      preClose(done) {
        // A close code other than 1000 makes clients keep their session and try again.
        gateway.close();
        this.websocketServer.close(done);
      },
    });

    app.get('/gateway', { websocket: true, schema: { querystring } }, (socket, { query, log }) => {
      if (query.v !== '10') return socket.close(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version.');
      if (query.encoding !== 'json')
        return socket.close(GatewayCloseCodes.DecodeError, 'Only encoding=json is spoken here.');
      const connection = gateway.connect({
        send: (payload) => socket.send(JSON.stringify(payload)),
        close: (code, reason) => socket.close(code, reason),
      });
      socket.on('message', (data) => connection.receive(data.toString()));
      socket.on('close', () => connection.closed());
      socket.on('error', (error) => log.warn({ err: error }, 'sandbox: a gateway connection broke'));
    });
  };
