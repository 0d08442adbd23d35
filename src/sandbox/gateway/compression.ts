import { constants, createDeflate } from 'node:zlib';

/** Compresses one connection's payloads into one binary frame each. All share a compression context. */
export interface Packer {
  pack(text: string): void;
  close(): void;
}

/**
 * Opens a compressor for a whole connection. It is flushed after each payload (zlib-stream):
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
