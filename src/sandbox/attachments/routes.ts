import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { LocalCommunity } from '../community.ts';
import { Snowflake } from '../snowflake.ts';

const params = Type.Object({ channel_id: Snowflake, attachment_id: Snowflake, filename: Type.String() });

/** Content types that a browser may show inline; others are downloaded. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Serves attachments to any client that has the URL. */
export const attachmentRoutes =
  ({ state }: LocalCommunity): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/attachments/:channel_id/:attachment_id/:filename',
      { schema: { params } },
      async ({ params: { channel_id, attachment_id, filename } }, reply) => {
        const attachment = state.messages
          .get(channel_id)
          ?.values()
          .flatMap(({ attachments = [] }) => attachments)
          .find((each) => each.id === attachment_id && each.filename === filename);
        const file = state.files.get(attachment_id);
        if (!attachment || !file) return reply.status(404).type('text/plain').send('There is no such file.');
        const { contentType = 'application/octet-stream' } = attachment;
        return reply
          .headers({
            'content-type': contentType,
            'content-disposition': SHOWN.has(contentType) ? 'inline' : 'attachment',
            // An uploaded file must never run as a page of the sandbox.
            'content-security-policy': "default-src 'none'; sandbox",
            'x-content-type-options': 'nosniff',
            'cache-control': 'private, max-age=86400',
          })
          .send(Buffer.from(file.content, 'base64'));
      },
    );
  };
