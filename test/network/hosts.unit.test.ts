import { expect, test } from 'vitest';
import { isPublic } from '../../src/network/hosts.ts';

test('public addresses are recognised as public', () => {
  for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '64:ff9b::808:808'])
    expect(isPublic(address)).toBe(true);
});
