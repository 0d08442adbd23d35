/**
 * Collects the chunks of a body in one buffer, which doubles as needed. Keeping the chunks would cost some 370 bytes for
 * each, and a sender can make each a single byte.
 */
interface GrowingBuffer {
  /** Appends a copy of the chunk. @returns how many bytes of memory that has added */
  add(chunk: Uint8Array): number;
  /** Number of bytes added so far. */
  readonly size: number;
  /** Returns what was added. Later additions may change it. */
  read(): Buffer;
}

/** @param most the largest size, in bytes. The caller checks it: `add` throws beyond it */
export function createGrowingBuffer(most: number): GrowingBuffer {
  let bytes = Buffer.alloc(0);
  let size = 0;
  return {
    add(chunk) {
      const before = bytes.length;
      const needed = size + chunk.length;
      if (needed > most) throw new RangeError(`A body of ${needed} bytes is larger than ${most}.`);
      if (needed > before) {
        const larger = Buffer.allocUnsafe(Math.min(Math.max(needed, 2 * before), most));
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(chunk, size);
      size = needed;
      return bytes.length - before;
    },
    get size() {
      return size;
    },
    read: () => bytes.subarray(0, size),
  };
}
