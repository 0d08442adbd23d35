import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { html, type SafeHtml } from '@remix-run/html-template';
import { type PackedFile, packedFile, shared } from './packed-file.ts';

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
