import * as oauth from 'oauth4webapi';
import { beforeAll, expect, test } from 'vitest';
import { freePort } from '../../support/ports.ts';
import { useCommerce } from '../support.ts';
import { openBrowser } from './browser.ts';

const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const commerce = useCommerce({ mailbox: true, service: { publicUrl } });
beforeAll(() => commerce().app.listen({ host: '127.0.0.1', port }));

const INSECURE = { [oauth.allowInsecureRequests]: true };
const REDIRECT_URI = 'http://127.0.0.1:9/callback';

test.each([
  ['in the body', oauth.ClientSecretPost],
  ['with Basic', oauth.ClientSecretBasic],
])(
  'an ordinary OAuth library completes the flow with PKCE, its credentials %s',
  async (_, authentication) => {
    const registered = await commerce().post('/oauth_clients', {
      name: 'An application of somebody else',
      redirect_uris: [REDIRECT_URI],
    });
    const { client_id, client_secret } = registered.body;
    const client: oauth.Client = { client_id };
    const issuer = new URL(publicUrl);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'profile email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const browser = openBrowser(commerce().app);
    const consent = await browser.signIn(query.toString(), 'ann@example.com');
    const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });

    const parameters = oauth.validateAuthResponse(server, client, new URL(back.location ?? ''), state);
    const authenticate = authentication(client_secret);
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([server, client, authenticate, parameters, REDIRECT_URI, verifier, INSECURE] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'profile email' });

    const profile = await oauth.protectedResourceRequest(
      ...([tokens.access_token, 'GET', new URL('/v5/me', publicUrl), undefined, null, INSECURE] as const),
    );
    expect(await profile.json()).toMatchObject({ email: 'ann@example.com' });

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        ...([server, client, authenticate, tokens.refresh_token ?? '', INSECURE] as const),
      ),
    );
    const revoked = await oauth.revocationRequest(
      ...([server, client, authenticate, refreshed.access_token, INSECURE] as const),
    );
    await expect(oauth.processRevocationResponse(revoked)).resolves.toBeUndefined();
  },
);
