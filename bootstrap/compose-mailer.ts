import path from 'node:path';
import { OutboxMailer } from '../adapters/mail/outbox-mailer.js';
import { SmtpMailer } from '../adapters/mail/smtp-mailer.js';
import type { Clock, Logger, Mailer } from '../application/shared/ports.js';
import type { Config } from './config/config.js';

export type ComposedMailer = { readonly mailer: Mailer; close(): void };

/** What mails written to files say that they come from. */
const NOWHERE = 'Household planner <planner@localhost>';

export function composeMailer(
  { mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>,
  { clock, logger }: { clock: Clock; logger: Logger },
): ComposedMailer {
  if (mail === null) {
    const folder = path.join(dataDir, 'outbox');
    return { mailer: new OutboxMailer({ folder, from: NOWHERE, clock, logger }), close: () => undefined };
  }
  const mailer = new SmtpMailer({ url: mail.smtpUrl, from: mail.from });
  return { mailer, close: () => mailer.close() };
}
