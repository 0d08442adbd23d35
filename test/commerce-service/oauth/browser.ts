import { createHash, randomBytes } from 'node:crypto';
import type { App } from '../../../src/http/app.ts';
import { waitUntil } from '../../support/wait.ts';
import { APPLICATION, mailsTo } from '../support.ts';

/** Links that were opened, or open nothing any more: who tries too many of those has to wait. */
const over = new Set<string>();

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * A buyer's browser: it keeps cookies, fills in forms and presses buttons, but doesn't leave the service.
 * @param language what it sends as `Accept-Language`
 */
export function openBrowser(app: App, remoteAddress = '127.0.0.1', language?: string) {
  const cookies = new Map<string, string>();
  let url = new URL('http://service.test/');
  const visit = async (to: string, form?: Record<string, string>) => {
    url = new URL(to, url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.inject({
      url: url.pathname + url.search,
      remoteAddress,
      headers: {
        accept: 'text/html',
        cookie,
        ...(language !== undefined && { 'accept-language': language }),
        ...(form && FORM),
      },
      ...(form && { method: 'POST', payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value, expires } of response.cookies)
      if (expires && expires.getTime() < Date.now()) cookies.delete(name);
      else cookies.set(name, value);
    const location = response.headers.location;
    return { status: response.statusCode, html: response.body, headers: response.headers, location };
  };
  const follow = async (page: Awaited<ReturnType<typeof visit>>) =>
    page.location === undefined ? page : visit(page.location);
  return {
    cookies,
    visit,
    /** Sends the page's form with this action, with its hidden fields and what is filled in. */
    submit: (html: string, action: string, filled: Record<string, string> = {}) => {
      const form = html.split('<form ').find((part) => part.includes(`action="${action}"`)) ?? '';
      return visit(action, { ...hiddenFields(form), ...filled });
    },
    /** From the application's button to the question whether one agrees, by the link in the mail. */
    signIn(query: string, email: string) {
      return this.signInAt(`/oauth/authorize?${query}`, 'sign-in', email);
    },
    /** Opens the link that was mailed for this browser. Those of others, and used ones, don't open in it. */
    openMailed(email: string) {
      const find = async () => {
        for (const path of linksTo(app, email).filter((one) => !over.has(one))) {
          const page = await visit(path);
          if (page.status !== 403) over.add(path);
          if (page.status === 200) return { ...page, token: path.split('=')[1] ?? '' };
        }
        return undefined;
      };
      return waitUntil(find);
    },
    /** From a page that asks who one is to the page that this leads to. */
    async signInAt(page: string, action: string, email: string) {
      const start = await visit(page);
      await this.submit(start.html, action, { email });
      const { html } = await this.openMailed(email);
      return follow(await this.submit(html, 'sign-in/follow'));
    },
  };
}

/** Where the links lead that this address was mailed, the newest first. */
const linksTo = (app: App, email: string): string[] =>
  mailsTo(app, email).flatMap((text) => /\/oauth\/sign-in\?token=\S+/.exec(text)?.[0] ?? []);

const unescapeHtml = (text: string): string => text.replaceAll('&amp;', '&');

function hiddenFields(form: string): Record<string, string> {
  const upToEnd = form.split('</form>', 1)[0] ?? '';
  return Object.fromEntries(
    [...upToEnd.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      unescapeHtml(value),
    ]),
  );
}

/** PKCE: a secret and what is shown of it. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The address with which an application sends a buyer here. */
export const authorizeQuery = (changes: Record<string, string | undefined> = {}): string => {
  const all = {
    client_id: APPLICATION.clientId,
    redirect_uri: APPLICATION.redirectUris[0],
    response_type: 'code',
    state: 'a state & more',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value);
  return query.toString();
};
