import { constants, createDeflate } from 'node:zlib';

/** Packs one connection's payloads, each into one binary frame, with a memory of all before it. */
export interface Packer {
  pack(text: string): void;
  close(): void;
}

/**
 * One compressor serves the whole connection and is flushed after each payload (zlib-stream):
 * https://discord.com/developers/docs/events/gateway#transport-compression
 */
export function openPacker(onFrame: (frame: Buffer) => void): Packer {
  const stream = createDeflate();
  let parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  return {
    pack(text) {
      stream.write(text);
      stream.flush(constants.Z_SYNC_FLUSH, () => {
        const frame = Buffer.concat(parts);
        parts = [];
        onFrame(frame);
      });
    },
    close: () => stream.destroy(),
  };
}
