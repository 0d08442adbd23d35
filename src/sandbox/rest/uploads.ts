import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkJsonSize } from '../../network/json-size.ts';
import type { Upload } from '../attachments/attach.ts';
import { ApiError, refusals } from './api-error.ts';

/** Size limit of a request, in bytes: https://docs.discord.com/developers/resources/message#create-message */
const REQUEST_LIMIT = 25 * 1024 * 1024;

const UPLOADS = 'uploads';
const NAME = /^files\[(\d+)\]$/;

/**
 * Also accepts multipart/form-data, with the body in `payload_json` and the uploads in `files[n]`.
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

/** Returns the uploads of a request. */
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

/** Returns the body from `payload_json`, or from the form's text fields. */
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
