import { PermanentJobError } from './job-handlers.js';
import type { Mail, Mailer } from './ports.js';

/** Sends a mail. Throws a PermanentJobError if it is refused, so that the job is not retried. */
export async function sendOrGiveUp(mailer: Mailer, mail: Mail): Promise<void> {
  if ((await mailer.send(mail)) === 'refused')
    throw new PermanentJobError('The mail server refused the address of the recipient');
}
