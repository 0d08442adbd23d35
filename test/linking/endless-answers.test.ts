import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createCaller } from '../../src/discord/caller.ts';
import { createChatOAuth } from '../../src/discord/oauth.ts';
import { createRest } from '../../src/discord/rest.ts';
import { answerEndlessly, serve } from '../support/serve.ts';

const tokens = { access: 'a token', expiresAt: 0, scopes: ['identify'] };

test('an answer of the chat platform that never ends is cut off', async () => {
  const { promise: taken, resolve } = Promise.withResolvers<number>();
  const apiUrl = await serve((_request, response) => void answerEndlessly(response).then(resolve));
  const call = createCaller(createRest({ token: 'x', apiUrl }), 'x', systemClock);
  const chat = createChatOAuth({
    name: 'A platform',
    authorizePage: apiUrl,
    clientId: '1',
    clientSecret: 'x',
    redirectUri: apiUrl,
    scopes: ['identify'],
    apiUrl,
    call,
    clock: systemClock,
  });
  const identified = chat.identify(tokens, new AbortController().signal);
  await expect(identified).rejects.toMatchObject({
    code: 'DISCORD_UNAVAILABLE',
    cause: { code: 'ANSWER_TOO_LARGE' },
  });
  expect(await taken).toBeLessThan(64 * 1024 * 1024);
});
