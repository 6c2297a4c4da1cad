import type { PushOutcome, PushSender } from '../../application/notifications/ports.js';
import type { Platform, PushAddress } from '../../domain/notifications/device.js';
import type { ServiceMetrics } from './service-metrics.js';

/** Counts the pushes that another sender sends. */
export class CountedPushSender implements PushSender {
  readonly publicKey: string | null;
  readonly #sender: PushSender;
  readonly #metrics: Pick<ServiceMetrics, 'pushed'>;

  constructor(sender: PushSender, metrics: Pick<ServiceMetrics, 'pushed'>) {
    this.publicKey = sender.publicKey;
    this.#sender = sender;
    this.#metrics = metrics;
  }

  reaches(platform: Platform): boolean {
    return this.#sender.reaches(platform);
  }

  async send(address: PushAddress): Promise<PushOutcome> {
    const outcome = await this.#sender.send(address);
    this.#metrics.pushed(address.platform, outcome.kind);
    return outcome;
  }
}
