import type { Environment } from './environment.js';
import { matching, urlWith } from './values.js';

export interface MailConfig {
  readonly smtpUrl: string;
  readonly from: string;
}

const mailAddress = matching(
  /^([^<>@\r\n]+ )?<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
  'a mail address, such as planner@example.org or Planner <planner@example.org>',
);

/**
 * Reads the mail server. null means that e-mails are written to files below DATA_DIR, which is not allowed in
 * production.
 */
export function readMail(env: Environment): MailConfig | null {
  const smtpUrl = env.readForProduction(
    'SMTP_URL',
    urlWith('smtp', 'smtps'),
    'the smtp:// or smtps:// address of the mail server',
  );
  const from = env.readForProduction(
    'MAIL_FROM',
    mailAddress,
    'the sender of e-mails, such as planner@example.org',
  );
  if (!env.production) env.readPair('SMTP_URL', 'MAIL_FROM');
  return smtpUrl && from ? { smtpUrl, from } : null;
}
