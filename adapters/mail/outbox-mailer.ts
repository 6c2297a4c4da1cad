import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock, Logger, Mail, Mailer } from '../../application/shared/ports.js';
import { writeMessage } from './message.js';

export type OutboxMailerOptions = {
  readonly folder: string;
  readonly from: string;
  readonly clock: Clock;
  readonly logger: Logger;
};

/** Writes mails to files that any mail program opens: for trying out, where there is no mail server. */
export class OutboxMailer implements Mailer {
  readonly #options: OutboxMailerOptions;

  constructor(options: OutboxMailerOptions) {
    this.#options = options;
  }

  async send(mail: Mail): Promise<'accepted'> {
    const { folder, from, clock, logger } = this.#options;
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await transport.sendMail(writeMessage(mail, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${fileTime(clock.now())}-${mail.kind}-${randomUUID().slice(0, 8)}.eml`);
    // Under its name it is complete: whoever watches the folder never reads half a mail.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    logger.info('mail written to a file, since SMTP_URL is not set', { file });
    return 'accepted';
  }
}

/** Sorts by time, and is a file name everywhere. */
function fileTime(now: number): string {
  return new Date(now).toISOString().replace(/[:.]/g, '-');
}
