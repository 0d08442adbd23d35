import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file that is compressed once and then served to everybody as it is. */
export interface PackedFile {
  readonly gzipped: Buffer;
  /** SHA-256 of the gzipped content, hexadecimal. */
  readonly hash: string;
  /** Returns the uncompressed content, which is unpacked on first use. */
  readonly plain: () => Promise<Buffer>;
}

export function packedFile(gzipped: Buffer): PackedFile {
  const hash = createHash('sha256').update(gzipped).digest('hex');
  return { gzipped, hash, plain: shared(() => promisify(gunzip)(gzipped)) };
}

/** Makes something on first use. Concurrent callers share one attempt, and a failed one is repeated on the next call. */
export function shared<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Sends a file in the encoding that the client accepts, or 304 if the client has it already. */
export async function sendPacked(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { gzipped, hash, plain }: PackedFile,
): Promise<FastifyReply> {
  // Weak, because one tag stands for both encodings.
  const tag = `W/"${hash.slice(0, 32)}"`;
  reply.header('etag', tag).header('vary', 'accept-encoding');
  if (headers['if-none-match']?.split(',').some((known) => known.trim() === tag))
    return reply.status(304).send();
  if (!acceptsGzip(headers['accept-encoding'])) return reply.send(await plain());
  return reply.header('content-encoding', 'gzip').send(gzipped);
}

/** Whether an `Accept-Encoding` header allows gzip (RFC 9110, 12.5.3). */
function acceptsGzip(header = ''): boolean {
  const isAllowed = new Map(
    header.split(',').map((part): [string, boolean] => {
      const [name = '', weight = ''] = part.split(';');
      return [name.trim().toLowerCase(), !/^\s*q=0(\.0*)?\s*$/i.test(weight)];
    }),
  );
  return isAllowed.get('gzip') ?? isAllowed.get('*') ?? false;
}
