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

/** Milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The mail server of SMTP_URL; undefined without the setting. Passwords and mails go over TLS, except to this very machine. */
export function smtpTransport(
  { smtpUrl, mailFrom }: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
  waits: typeof patience = patience,
): MailTransport | undefined {
  if (smtpUrl === undefined) return undefined;
  const { hostname } = new URL(smtpUrl);
  const transport = createTransport({ url: smtpUrl, requireTLS: smtpUrl.startsWith('smtp:') && !isLocalHost(hostname), ...waits });
  return {
    async deliver({ to, subject, text }) {
      // As an object the address is taken as it is: a comma in it makes no second recipient.
      // Nobody's absence answers a program.
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({ from: mailFrom, to: { name: '', address: to }, subject, text, headers });
    },
    answers: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    close: () => transport.close(),
  };
}
