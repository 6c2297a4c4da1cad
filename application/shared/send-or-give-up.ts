import { PermanentJobError } from './job-handlers.js';
import type { Mail, Mailer } from './ports.js';

/** A mail that is refused for good is not tried again. */
export async function sendOrGiveUp(mailer: Mailer, mail: Mail): Promise<void> {
  if ((await mailer.send(mail)) === 'refused') throw new PermanentJobError('The mail was refused');
}
