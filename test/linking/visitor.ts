import { newLink } from '../support/mailbox.ts';

export interface Seen {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
  /** Address of the page; `location` is the address it leads to. */
  readonly url: string;
  readonly location: string | undefined;
}

/** Creates a browser that keeps cookies, follows redirects and sends forms, but runs no scripts. */
export function visitorOf(world: { readonly url: string }) {
  const cookies = new Map<string, string>();
  const request = async (to: string, form?: Record<string, string>, headers = {}): Promise<Seen> => {
    const url = new URL(to, world.url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, ...headers },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const onward = /^0;url=(.+)/.exec(response.headers.get('refresh') ?? '')?.[1];
    const location = response.headers.get('location') ?? onward;
    return {
      status: response.status,
      html: await response.text(),
      headers: response.headers,
      url: url.href,
      location: location && new URL(location, url).href,
    };
  };
  const visit = async (to: string): Promise<Seen> => {
    const seen = await request(to);
    return seen.location ? visit(seen.location) : seen;
  };
  /** Sends the form with this action, and follows the redirects. */
  const press = async (page: Seen, action: string, filled: Record<string, string> = {}) => {
    const sent = await request(new URL(action, page.url).href, {
      ...hiddenFields(page.html, action),
      ...filled,
    });
    return sent.location ? visit(sent.location) : sent;
  };
  /** Goes from the start through the chat platform. @returns the address to which the platform redirects the browser */
  const toChat = async (userId: string, choice = 'authorize', start = '/link') => {
    const page = await visit(start);
    const asked = await request('/link/begin', hiddenFields(page.html, '/link/begin'));
    const answer = await request(asked.location ?? '', { user_id: userId, choice });
    return answer.location ?? '';
  };
  /** Goes from the purchases page through the service. @returns the address to which the service redirects */
  const toCommerce = async (page: Seen, email: string, decision = 'allow') => {
    const signIn = await press(page, '/link/commerce');
    const shown = signIn.html.includes('name="email"') ? await signInAt(signIn, email) : signIn;
    const form = { ...hiddenFields(shown.html, 'authorize'), decision };
    return (await request('/oauth/authorize', form)).location ?? '';
  };
  const signInAt = async (page: Seen, email: string) => {
    const mailed = await newLink(world.url, email);
    await press(page, 'sign-in', { email });
    return press(await visit(await mailed()), 'sign-in/follow');
  };
  return {
    cookies,
    request,
    visit,
    press,
    toChat,
    toCommerce,
    /** Goes to the page that asks for confirmation of the link. */
    async toConfirm(userId: string, email: string) {
      return visit(await toCommerce(await visit(await toChat(userId)), email));
    },
    async link(userId: string, email: string) {
      return press(await this.toConfirm(userId, email), '/link/confirm');
    },
  };
}

const unescapeHtml = (text: string): string => text.replaceAll('&amp;', '&');

export function hiddenFields(html: string, action: string): Record<string, string> {
  const form = html.split('<form ').find((part) => part.includes(`action="${action}"`)) ?? '';
  const upToEnd = form.split('</form>', 1)[0] ?? '';
  const fields = upToEnd.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

export const titleOf = ({ html }: Pick<Seen, 'html'>): string | undefined =>
  /<h1>(.*?)<\/h1>/.exec(html)?.[1];
