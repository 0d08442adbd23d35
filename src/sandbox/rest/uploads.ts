import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkJsonSize } from '../../json-size.ts';
import type { Upload } from '../attachments/attach.ts';
import { ApiError, refusals } from './api-error.ts';

/** A whole request, in bytes: https://docs.discord.com/developers/resources/message#create-message */
const REQUEST_LIMIT = 25 * 1024 * 1024;

const UPLOADS = 'uploads';
const NAME = /^files\[(\d+)\]$/;

/**
 * Takes multipart/form-data too: `payload_json` is the body, `files[n]` are what came with it.
 * https://docs.discord.com/developers/reference#uploading-files
 */
export function takeUploads(app: FastifyInstance): void {
  app.decorateRequest(UPLOADS, null);
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: REQUEST_LIMIT },
    async (request: FastifyRequest, content: Buffer) => {
      const form = await readForm(content, request.headers['content-type'] ?? '');
      request.setDecorator(UPLOADS, await filesIn(form));
      return bodyIn(form);
    },
  );
}

/** The files that came with a request. */
export const uploadsOf = (request: FastifyRequest): readonly Upload[] =>
  request.getDecorator<readonly Upload[] | null>(UPLOADS) ?? [];

async function readForm(content: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(content), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new ApiError(400, 0, '400: Bad Request');
  }
}

async function filesIn(form: FormData): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const [name, part] of form) {
    const [, index] = NAME.exec(name) ?? [];
    if (typeof part === 'string' || index === undefined) continue;
    const content = Buffer.from(await part.arrayBuffer());
    uploads.push({ index, filename: part.name, contentType: part.type, content });
  }
  return uploads;
}

/** The body as JSON, or field by field. */
function bodyIn(form: FormData): unknown {
  const json = form.get('payload_json');
  const fields = [...form].filter(([, part]) => typeof part === 'string');
  if (typeof json !== 'string') return Object.fromEntries(fields);
  checkJsonSize(json);
  try {
    return JSON.parse(json);
  } catch {
    throw refusals.invalidJson();
  }
}
