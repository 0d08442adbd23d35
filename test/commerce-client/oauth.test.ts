import { expect, test } from 'vitest';
import { createCommerceOAuth } from '../../src/commerce-client/oauth.ts';
import { clientOf, flat, listOf } from './service.ts';

test('a membership that makes no sense keeps nobody from linking: the others of the buyer count', async () => {
  const data = [{ ...flat, plan: { id: 7 } }, flat, {}];
  const { baseUrl, clock } = await clientOf(() => listOf(1, 1, data));
  const oauth = createCommerceOAuth({
    ...{ baseUrl, publicUrl: baseUrl, redirectUri: `${baseUrl}/link`, clock, aliases: new Map() },
    ...{ clientId: 'app_1', clientSecret: 'secret' },
  });
  const tokens = { access: 'token', scopes: [], expiresAt: clock.time };
  const found = await oauth.memberships(tokens, new AbortController().signal);
  expect(found.map(({ id }) => id)).toEqual(['mem_1']);
});
