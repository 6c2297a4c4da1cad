import path from 'node:path';
import { probeSmtp } from '../../adapters/mail/smtp-mailer.js';
import type { Config } from '../config/config.js';
import { reasonOf } from '../reason-of.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Checks that the mail server accepts our connection and sign-in. It sends no e-mail. */
export async function checkMail({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Promise<Finding> {
  if (mail === null)
    return warn(
      'mail',
      `no e-mails are sent; they are written to files in ${path.join(dataDir, 'outbox')}`,
      'set SMTP_URL and MAIL_FROM',
    );
  const { hostname, port } = new URL(mail.smtpUrl);
  const server = port === '' ? hostname : `${hostname}:${port}`;
  try {
    await probeSmtp(mail.smtpUrl);
    return ok('mail', `${server} accepts e-mails from ${mail.from}`);
  } catch (error) {
    return fail(
      'mail',
      `${server}: ${reasonOf(error)}`,
      'check SMTP_URL: host, port, smtps:// for port 465, user and password (percent-encoded)',
    );
  }
}
