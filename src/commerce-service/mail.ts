import { errorCode, Fault } from '../errors.ts';

/** The SMTP server, and the sender of all mail. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user name and password if the server requires them. */
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

export interface MailSender {
  /** @throws Fault `MAIL_NOT_SENT`, without the address or the text in its message */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Sandbox only: address of the page that shows all mail, which goes to no inbox. */
  readonly inboxUrl?: string;
}

/** Creates a sender that uses the operator's SMTP server. */
export const smtpSender = (settings: MailSettings): MailSender => ({
  send: (mail, signal) => sendMail(settings, mail, signal),
});

/** Timeouts for the DNS lookup, the connection, the greeting and an idle socket, in milliseconds. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};

/**
 * Hands a mail to the SMTP server.
 * @throws Fault `MAIL_NOT_SENT`, without the address, the text or the server's password in its message
 */
async function sendMail(settings: MailSettings, mail: Mail, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // Imported on first use, so that processes that send no mail save its memory.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: settings.smtpUrl, ...TIMEOUTS });
  const given = Promise.withResolvers<never>();
  const giveUp = () => given.reject(new Fault('MAIL_NOT_SENT', 'The mail server took too long.'));
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    // Passed as an object, so that the address remains one address, whatever characters it contains.
    const sent = transport.sendMail({ ...mail, from: settings.from, to: { name: '', address: mail.to } });
    await Promise.race([sent, given.promise]);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('MAIL_NOT_SENT', `The mail server did not accept a mail (${reason(error)}).`);
  } finally {
    signal.removeEventListener('abort', giveUp);
    transport.close();
  }
}

/** Returns error codes only: the messages of the library and of the server may quote the mail. */
function reason(error: unknown): string {
  const number =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
      ? ` ${error.responseCode}`
      : '';
  return `${errorCode(error) ?? 'unknown reason'}${number}`;
}
