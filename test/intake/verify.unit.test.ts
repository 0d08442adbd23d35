import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createVerify } from '../../src/intake/verify.ts';

const secret = `ws_${'0123456789abcdef'.repeat(4)}`;
const other = `whsec_${Buffer.alloc(24, 'other').toString('base64')}`;
const body = Buffer.from(
  '{"data":{"id":"mem_x","valid":true},"api_version":"v5","action":"membership.went_valid"}',
);
const TIME = 1_700_000_000;
const at = (seconds: number) => ({ now: () => new Date(seconds * 1000) });
const verify = createVerify({ secrets: [secret], signatureHeader: 'X-Signature', clock: at(TIME) });

const standard = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': `${TIME}`,
  'webhook-signature': 'v1,SzZnOUpDdnzQBVqcY/EmRvKzf4fEu9uzjXQI+YlO9KI=',
};
const hex = '1a93064789ad0819af07a28f3c2fa710b29bf935530593abf03a5354715bc74c';
const timestamped = { 'x-signature': `t=${TIME},v1=${hex}` };
const zeros = Buffer.alloc(32);

describe('Standard Webhooks', () => {
  test('the published test vector verifies and yields the message id', () => {
    expect(verify(standard)?.(body)).toMatchObject({ id: 'msg_1' });
  });

  test.each([secret, other])("a signature of the standard's library verifies: %s", (key) => {
    const signer = key.startsWith('whsec_') ? new Webhook(key) : new Webhook(key, { format: 'raw' });
    const signature = signer.sign('msg_2', new Date(TIME * 1000), body.toString());
    const headers = { ...standard, 'webhook-id': 'msg_2', 'webhook-signature': signature };
    const check = createVerify({ secrets: [key], clock: at(TIME) });
    expect(check(headers)?.(body)).toMatchObject({ id: 'msg_2' });
  });

  test('one right signature among several is enough while the sender rotates its secret', () => {
    const several = `v1,${zeros.toString('base64')} v1a,x ${standard['webhook-signature']}`;
    expect(verify({ ...standard, 'webhook-signature': several })?.(body)).toBeDefined();
  });

  test.each<[string, Record<string, string>]>([
    ['a forged signature of the right version', { 'webhook-signature': `v1,${zeros.toString('base64')}` }],
    [
      'the right signature of another version',
      { 'webhook-signature': standard['webhook-signature'].replace('v1', 'v2') },
    ],
    ['a part of the right signature', { 'webhook-signature': standard['webhook-signature'].slice(0, 20) }],
    ['an empty signature', { 'webhook-signature': 'v1,' }],
    ['another id', { 'webhook-id': 'msg_2' }],
    ['another time', { 'webhook-timestamp': `${TIME + 1}` }],
    ['a time with something behind it', { 'webhook-timestamp': `${TIME}abc` }],
    ['no time', { 'webhook-timestamp': '' }],
  ])('%s does not verify', (_, change) => {
    expect(verify({ ...standard, ...change })?.(body)).toBeUndefined();
  });

  test('a wrong standard signature is refused, even beside a right one of the other scheme', () => {
    expect(verify({ ...timestamped, ...standard, 'webhook-id': 'msg_2' })?.(body)).toBeUndefined();
  });
});

describe('the timestamped scheme', () => {
  test('the parts of the header may come in any order', () => {
    expect(verify({ 'x-signature': `v1=${hex},t=${TIME}` })?.(body)).toBeDefined();
  });

  test('the published test vector verifies, even beside a signature with another secret', () => {
    expect(verify(timestamped)?.(body)).toBeDefined();
    const several = `t=${TIME}, v1=${zeros.toString('hex')}, v1=${hex}`;
    expect(verify({ 'x-signature': several })?.(body)).toBeDefined();
  });

  test('an unsigned id is ignored', () => {
    expect(verify({ ...timestamped, 'webhook-id': 'msg_1' })?.(body)?.id).toBeUndefined();
  });

  test('a replay has the same fingerprint, and the same event signed later has another', () => {
    const later = TIME + 1;
    const mac = createHmac('sha256', secret).update(`${later}.`).update(body).digest('hex');
    const [first, replay, second] = [timestamped, timestamped, { 'x-signature': `t=${later},v1=${mac}` }].map(
      (headers) => verify(headers)?.(body)?.fingerprint(),
    );
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(replay).toBe(first);
    expect(second).not.toBe(first);
  });

  test.each([
    `t=${TIME},v1=${zeros.toString('hex')}`,
    `t=${TIME},v0=${hex}`,
    `t=${TIME + 1},v1=${hex}`,
    `t=${TIME},v1=${hex.slice(0, 32)}`,
    `t=${TIME},v1=`,
    `v1=${hex}`,
    `t=,v1=${hex}`,
    '',
  ])('%j does not verify', (header) => {
    expect(verify({ 'x-signature': header })?.(body)).toBeUndefined();
  });

  test('the scheme is off without a configured header', () => {
    expect(createVerify({ secrets: [secret], clock: at(TIME) })(timestamped)?.(body)).toBeUndefined();
  });
});

describe.each([standard, timestamped])('either scheme: %o', (headers) => {
  test.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])('a signature %i s from now is accepted: %s', (offset, isTaken) => {
    const check = createVerify({
      secrets: [secret],
      signatureHeader: 'X-Signature',
      clock: at(TIME - offset),
    });
    expect(check(headers)?.(body) !== undefined).toBe(isTaken);
  });

  test('the older secret still counts while ours is replaced', () => {
    const check = createVerify({ secrets: [other, secret], signatureHeader: 'x-signature', clock: at(TIME) });
    expect(check(headers)?.(body)).toBeDefined();
  });

  test('different bytes that decode to the same text do not verify', () => {
    const text = Buffer.from('{"note":"\ufffd"}');
    const forged = Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(forged.toString()).toBe(text.toString());
    const mac = createHmac('sha256', secret).update(`msg_1.${TIME}.`).update(text).digest('base64');
    const signed = { ...standard, 'webhook-signature': `v1,${mac}` };
    expect(verify(signed)?.(text)).toBeDefined();
    expect(verify(signed)?.(forged)).toBeUndefined();
  });
});
