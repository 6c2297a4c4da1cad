import type { PushOutcome, PushSender } from '../../application/notifications/ports.js';
import type { Platform, PushAddress } from '../../domain/notifications/device.js';
import type { FcmPushSender } from './fcm-push-sender.js';
import type { WebPushSender } from './web-push-sender.js';

/**
 * Sends each push through the push service of the device's platform. A sender that is null means that the operator
 * has not configured this push service.
 */
export class PlatformPushSender implements PushSender {
  readonly publicKey: string | null;
  readonly #android: FcmPushSender | null;
  readonly #web: WebPushSender | null;

  constructor({
    android,
    web,
  }: {
    readonly android: FcmPushSender | null;
    readonly web: WebPushSender | null;
  }) {
    this.publicKey = web?.publicKey ?? null;
    this.#android = android;
    this.#web = web;
  }

  reaches(platform: Platform): boolean {
    return (platform === 'ANDROID' ? this.#android : this.#web) !== null;
  }

  async send(address: PushAddress): Promise<PushOutcome> {
    const sent =
      address.platform === 'ANDROID' ? this.#android?.send(address.token) : this.#web?.send(address);
    return (await sent) ?? { kind: 'misconfigured', reason: `no push to ${address.platform} is configured` };
  }
}
