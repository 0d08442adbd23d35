import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { challengeOf } from '../../../src/oauth.ts';

const CLIENT = { id: 'a-client', secret: 'the-client-secret-of-the-tests' };

/** How long it is waited for, in milliseconds: busy machines take their time. */
const PATIENCE = 60_000;

/** An account at the provider, as it says who has signed in. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly picture?: string;
}

/**
 * Somebody else's OAuth provider, as strict as one can be: a code is good once, with the address that it was asked for with
 * and the verifier of its challenge.
 */
export function useProvider() {
  const codes = new Map<string, { account: Account; challenge: string; redirectUri: string }>();
  const tokens = new Map<string, Account>();
  const answered: string[] = [];
  let mood: RequestListener | undefined;
  let base = '';
  let patience = PATIENCE;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    answered.push(request.url ?? '');
    if (mood) return mood(request, response);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/user') {
      const account = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
      return account ? send(200, account) : send(401, {});
    }
    let text = '';
    for await (const chunk of request) text += chunk;
    const form = new URLSearchParams(text);
    const issued = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const isClient = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
    if (!isClient) return send(401, { error: 'invalid_client' });
    const isGood =
      issued?.redirectUri === form.get('redirect_uri') &&
      issued?.challenge === challengeOf(form.get('code_verifier') ?? '');
    if (!issued || !isGood) return send(400, { error: 'invalid_grant' });
    const token = `token-${randomBytes(12).toString('hex')}`;
    tokens.set(token, issued.account);
    return send(200, { access_token: token, token_type: 'Bearer', expires_in: 600 });
  };
  const server = createServer((request, response) => void answer(request, response));
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    /** How the Commerce Service is told of it. */
    config: {
      name: 'Chatter',
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: ['identify'],
      issuer: 'https://chatter.test',
      authorizeUrl: 'https://chatter.test/authorize',
      get tokenUrl() {
        return `${base}/token`;
      },
      get userUrl() {
        return `${base}/user`;
      },
      fields: { id: 'id', name: 'name', avatar: 'picture' },
      imageUrl: 'https://chatter.test/pictures/{id}/{avatar}.png',
      get timeout() {
        return patience;
      },
    },
    /** What it was asked, by path. */
    answered,
    /** Somebody agrees at the page that they were sent to. @returns where they are sent back */
    agree(sentTo: string, account: Account): string {
      const { searchParams: asked } = new URL(sentTo);
      const code = `code-${randomBytes(12).toString('hex')}`;
      const [challenge, redirectUri] = [asked.get('code_challenge') ?? '', asked.get('redirect_uri') ?? ''];
      codes.set(code, { account, challenge, redirectUri });
      const back = new URL(redirectUri);
      const answer = { code, state: asked.get('state') ?? '', iss: 'https://chatter.test' };
      for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
      return back.href;
    },
    /** Answers otherwise until the test ends. @param awaited how long it is waited for, in milliseconds */
    behave(listener: RequestListener, awaited = PATIENCE) {
      mood = listener;
      patience = awaited;
      onTestFinished(() => {
        mood = undefined;
        patience = PATIENCE;
      });
    },
  };
}

export type Provider = ReturnType<typeof useProvider>;
