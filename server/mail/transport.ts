import { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { isLocalHost } from '../listed-settings.ts';
import type { Settings } from '../settings.ts';
import type { Mail } from './send.ts';

/** Hands one mail over. Rejects when that did not work. */
export interface MailTransport {
  deliver(mail: Pick<Mail, 'to' | 'subject' | 'text'>): Promise<void>;
  /** Whether the mail server is there and lets us in. */
  answers(): Promise<boolean>;
  close(): void;
}

/** Milliseconds; `whole`: for one mail from the connection to its end, however often something comes meanwhile. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, whole: 120_000 };

/** A mail server that goes on answering and never comes to an end of a mail. */
export class MailLate extends Error {
  constructor(milliseconds: number, cause: unknown) {
    super(`It did not take a mail within ${milliseconds / 1_000} seconds`, { cause });
  }
}

/** The mail server of SMTP_URL; undefined without the setting. Passwords and mails go over TLS, except to this very machine. */
export function smtpTransport(
  { smtpUrl, mailFrom }: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
  { whole, ...waits }: typeof patience = patience,
): MailTransport | undefined {
  if (smtpUrl === undefined) return undefined;
  const { hostname } = new URL(smtpUrl);
  const options = { url: smtpUrl, requireTLS: smtpUrl.startsWith('smtp:') && !isLocalHost(hostname), ...waits };
  const transport = createTransport(options);
  return {
    async deliver({ to, subject, text }) {
      // As an object the address is taken as it is: a comma in it makes no second recipient.
      // Nobody's absence answers a program.
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const signal = AbortSignal.timeout(whole);
      const mail = { from: mailFrom, to: { name: '', address: to }, subject, text, headers, signal };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw signal.aborted ? new MailLate(whole, error) : error;
      });
    },
    async answers() {
      // Of its own, so that it can be taken away from a question that never ends.
      const socket = new Socket();
      const late = setTimeout(() => socket.destroy(), whole);
      const asked = createTransport({ ...options, socket }).verify();
      return await asked
        .then(
          () => true,
          () => false,
        )
        .finally(() => clearTimeout(late));
    },
    close: () => transport.close(),
  };
}
