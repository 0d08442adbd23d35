import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Timeout of packing the script, in milliseconds. It takes about a second on an idle machine. */
const TIMEOUT = 25_000;

/** Script that shows the API reference. */
export interface ReferenceProgram {
  /** File name, with a hash of the content. */
  readonly name: string;
  readonly content: PackedFile;
}

/**
 * Packs the script on first use, in a worker thread: it is 5 MB of text that nothing else needs, and would take a
 * process 60 MB and most of a second.
 * @returns reads the script. Concurrent callers share one run, and a failed run is repeated on the next call.
 */
export const packOnce = (): (() => Promise<ReferenceProgram>) => shared(pack);

async function pack(): Promise<ReferenceProgram> {
  const packer = new Worker(new URL('pack-reference.ts', import.meta.url));
  try {
    const [packed]: unknown[] = await once(packer, 'message', { signal: AbortSignal.timeout(TIMEOUT) });
    if (!(packed instanceof Uint8Array))
      throw new TypeError('The packer of the API reference did not send a file.');
    const content = packedFile(Buffer.from(packed));
    return { name: `reference-${content.hash.slice(0, 16)}.js`, content };
  } finally {
    await packer.terminate();
  }
}

/**
 * Content security policy of the page: our own scripts, requests to our own API. Inline styles are allowed because the
 * reference generates its styles.
 */
export const REFERENCE_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    formAction: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/** Renders the page of the API reference, which shows `openapi.json`. */
export const referencePage = ({ name }: ReferenceProgram): SafeHtml => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Commerce Service API</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. <a href="openapi.json">openapi.json</a> has the same content for programs.</noscript>
<div id="app"></div>
<script src="docs/${name}"></script>
</body>
</html>
`;

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
