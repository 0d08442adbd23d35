import { expect, test } from 'vitest';
import { createGrowingBuffer } from '../../src/network/bounded-body.ts';

test('a body takes at most twice its size, however small its chunks are', () => {
  const bytes = createGrowingBuffer(1_000_000);
  const written = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));
  let memory = 0;
  for (const one of written) memory += bytes.add(Buffer.of(one));
  expect(bytes.read().equals(written)).toBe(true);
  expect(memory).toBeLessThanOrEqual(200_000);
});

test('a body never takes more than the limit', () => {
  const bytes = createGrowingBuffer(10);
  expect(bytes.add(Buffer.alloc(6)) + bytes.add(Buffer.alloc(4))).toBe(10);
  expect(() => bytes.add(Buffer.alloc(1))).toThrow('larger than 10');
});
