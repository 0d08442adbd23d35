import type { Clock } from '../clock.ts';

/** What somebody would have been mailed. */
export interface SandboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date;
}

/** The inboxes of everybody here: nothing leaves this process, and nothing is kept when it ends. */
export interface Mailbox {
  send(mail: Omit<SandboxMail, 'sentAt'>): Promise<void>;
  /** The newest first. */
  list(): readonly SandboxMail[];
}

/** How many mails are kept. */
const KEPT = 50;

export function createMailbox(clock: Clock): Mailbox {
  const mails: SandboxMail[] = [];
  return {
    async send({ to, subject, text }) {
      mails.unshift({ to, subject, text, sentAt: clock.now() });
      mails.splice(KEPT);
    },
    list: () => mails,
  };
}
