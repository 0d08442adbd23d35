import type { Clock } from '../clock.ts';

export interface SandboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date;
}

/** All recipients' mails, in memory only. Nothing is sent. */
export interface Mailbox {
  send(mail: Omit<SandboxMail, 'sentAt'>): Promise<void>;
  /** Newest first. */
  list(): readonly SandboxMail[];
}

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
