import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import websocket from '@fastify/websocket';
import { GatewayCloseCodes } from 'discord-api-types/v10';
import Type from 'typebox';
import { sameOriginOnly } from '../../pages/same-origin.ts';
import { ownHostOnly } from '../page/host-guard.ts';
import { openPacker } from './compression.ts';
import type { Gateway } from './gateway.ts';

/**
 * Transport limit in bytes. It is above the platform's limit, so that the connection can refuse oversized payloads with
 * the platform's close code.
 */
const MAX_PAYLOAD = 1_048_576;

/** Time in milliseconds that a client gets to complete the closing handshake. */
const CLOSE_TIMEOUT = 1_000;

const querystring = Type.Object({
  v: Type.Optional(Type.String()),
  encoding: Type.Optional(Type.String()),
  compress: Type.Optional(Type.Literal('zlib-stream')),
});

/**
 * Serves the gateway's WebSocket. Refuses other websites, like the pages do.
 * @param baseUrls URLs at which clients reach the sandbox, besides loopback addresses
 */
export const gatewayRoute =
  (gateway: Gateway, baseUrls: readonly string[]): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(websocket, {
      options: { maxPayload: MAX_PAYLOAD },
      preClose(done) {
        // With a close code other than 1000, clients keep their session and reconnect.
        gateway.close();
        const { websocketServer } = this;
        const timer = setTimeout(() => {
          for (const client of websocketServer.clients) client.terminate();
        }, CLOSE_TIMEOUT);
        websocketServer.close(() => {
          clearTimeout(timer);
          done();
        });
      },
    });
    // Added after the plugin, whose own hook has to run first: it closes the connections of refused handshakes.
    app.addHook('onRequest', ownHostOnly(baseUrls));
    app.addHook('onRequest', sameOriginOnly(baseUrls));

    app.get('/gateway', { websocket: true, schema: { querystring } }, (socket, { query, log }) => {
      if (query.v !== '10') return socket.close(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version.');
      if (query.encoding !== 'json')
        return socket.close(GatewayCloseCodes.DecodeError, 'Only encoding=json is spoken here.');
      const packer = query.compress && openPacker((frame) => socket.send(frame));
      const connection = gateway.connect({
        send(payload) {
          const text = JSON.stringify(payload);
          if (packer) packer.pack(text);
          else socket.send(text);
        },
        close: (code, reason) => socket.close(code, reason),
      });
      socket.on('message', (data) => connection.receive(data.toString()));
      socket.on('close', () => {
        packer?.close();
        connection.closed();
      });
      socket.on('error', (error) => log.warn({ err: error }, 'sandbox: a gateway connection broke'));
    });
  };
