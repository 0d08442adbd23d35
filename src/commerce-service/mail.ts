import { errorCode, Fault } from '../errors.ts';

/** Where mail is handed in, and whose it is. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user name and password where the server asks for them. */
  readonly smtpUrl: string;
  /** An address, or a name and an address: `Shop <shop@example.com>`. */
  readonly from: string;
}

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What sends mail. */
export interface MailSender {
  /** @throws Fault `MAIL_NOT_SENT`, without the address or the text in it */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Where everybody's mail can be read instead of in their inbox: in a sandbox. */
  readonly inboxUrl?: string;
}

/** Sends by the operator's server. */
export const smtpSender = (settings: MailSettings): MailSender => ({
  send: (mail, signal) => sendMail(settings, mail, signal),
});

/** How long the server may take to be reached, to greet, and to say nothing, in milliseconds. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};

/**
 * Hands a mail to the server.
 * @throws Fault `MAIL_NOT_SENT`, without the address, the text or the server's password in it
 */
async function sendMail(settings: MailSettings, mail: Mail, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // Only whoever sends mail needs the memory for it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: settings.smtpUrl, ...TIMEOUTS });
  const given = Promise.withResolvers<never>();
  const giveUp = () => given.reject(new Fault('MAIL_NOT_SENT', 'The mail server took too long.'));
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    // As an object the address is one address, whatever characters are in it.
    const sent = transport.sendMail({ ...mail, from: settings.from, to: { name: '', address: mail.to } });
    await Promise.race([sent, given.promise]);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('MAIL_NOT_SENT', `The mail server did not take a mail (${reason(error)}).`);
  } finally {
    signal.removeEventListener('abort', giveUp);
    transport.close();
  }
}

/** The library's code and the server's number, not its words: these may quote what was sent. */
function reason(error: unknown): string {
  const number =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
      ? ` ${error.responseCode}`
      : '';
  return `${errorCode(error) ?? 'unknown reason'}${number}`;
}
