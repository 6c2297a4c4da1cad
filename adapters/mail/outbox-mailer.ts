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

/** Writes each e-mail to a file that any mail program can open. Used if no mail server is configured. */
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
    // The file is renamed once it is complete, so that a program watching the folder never reads half an e-mail.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    logger.info('mail written to a file, since SMTP_URL is not set', { file });
    return 'accepted';
  }
}

/** Returns the time as text that sorts correctly and is a valid file name on every system. */
function fileTime(now: number): string {
  return new Date(now).toISOString().replace(/[:.]/g, '-');
}
