import { createHash, randomBytes } from 'node:crypto';
import type { App } from '../../../src/http/app.ts';
import { APPLICATION } from '../support.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A buyer's browser: it keeps cookies, fills in forms and presses buttons, but doesn't leave the service. */
export function openBrowser(app: App) {
  const cookies = new Map<string, string>();
  let url = new URL('http://service.test/');
  const visit = async (to: string, form?: Record<string, string>) => {
    url = new URL(to, url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.inject({
      url: url.pathname + url.search,
      headers: { accept: 'text/html', cookie, ...(form && FORM) },
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
    /** From the application's button to the question whether one agrees, by the link on the screen. */
    signIn(query: string, email: string) {
      return this.signInAt(`/oauth/authorize?${query}`, 'sign-in', email);
    },
    /** From a page that asks who one is to the page that this leads to. */
    async signInAt(page: string, action: string, email: string) {
      const start = await visit(page);
      const sent = await this.submit(start.html, action, { email });
      const link = /href="([^"]+)"/.exec(sent.html)?.[1] ?? '';
      const { pathname, search } = new URL(unescapeHtml(link));
      const confirm = await visit(pathname + search);
      return follow(await this.submit(confirm.html, 'sign-in/follow'));
    },
  };
}

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
