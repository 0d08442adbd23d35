import Type from 'typebox';
import Value from 'typebox/value';
import { vi } from 'vitest';

const Mails = Type.Object({ mails: Type.Array(Type.Object({ to: Type.String(), text: Type.String() })) });

/** The links to sign in with that the sandbox's mailbox at this address holds for somebody, the newest first. */
async function linksTo(baseUrl: string, email: string): Promise<string[]> {
  const response = await fetch(new URL('/sandbox/mail.json', baseUrl));
  const { mails } = Value.Parse(Mails, await response.json());
  return mails
    .filter(({ to }) => to === email.toLowerCase())
    .flatMap(({ text }) => /https?:\S+\/oauth\/sign-in\?token=\S+/.exec(text)?.[0] ?? []);
}

/** To be called before a link is asked for. @returns waits for that link */
export async function newLink(baseUrl: string, email: string): Promise<() => Promise<string>> {
  const before = await linksTo(baseUrl, email);
  const find = async () => (await linksTo(baseUrl, email)).find((link) => !before.includes(link));
  return async () => {
    const link = await vi.waitUntil(find, { timeout: 30_000, interval: 50 });
    return link ?? '';
  };
}
