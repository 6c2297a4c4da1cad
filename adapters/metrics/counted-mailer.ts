import type { Mail, Mailer } from '../../application/shared/ports.js';
import type { ServiceMetrics } from './service-metrics.js';

/** Counts the mails that another mailer sends. */
export class CountedMailer implements Mailer {
  readonly #mailer: Mailer;
  readonly #metrics: Pick<ServiceMetrics, 'mailed'>;

  constructor(mailer: Mailer, metrics: Pick<ServiceMetrics, 'mailed'>) {
    this.#mailer = mailer;
    this.#metrics = metrics;
  }

  async send(mail: Mail): Promise<'accepted' | 'refused'> {
    try {
      const outcome = await this.#mailer.send(mail);
      this.#metrics.mailed(mail.kind, outcome);
      return outcome;
    } catch (error) {
      this.#metrics.mailed(mail.kind, 'failed');
      throw error;
    }
  }
}
