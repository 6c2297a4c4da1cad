import webPush from 'web-push';
import type { SendOutbound } from '../../application/shared/ports.js';
import type { PushOutcome } from '../../application/notifications/ports.js';
import { MAX_PUSH_PAUSE_MS, type PushAddress } from '../../domain/notifications/device.js';
import { parseRetryAfter } from '../../application/shared/retry-after.js';

export type WebPushSettings = {
  /** The VAPID key (RFC 8292), in base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** The contact that push services see: the https address of this service, or a `mailto:` address. */
  readonly subject: string;
  /** Sends the request. Users choose the endpoints, so this function must refuse internal addresses. */
  readonly send: SendOutbound;
};

const TIMEOUT_MS = 10_000;
const A_DAY_SECONDS = 86_400;

/** Sends pushes to browsers by their push services (RFC 8030), without content. */
export class WebPushSender {
  /** The public key that browsers need to subscribe. */
  readonly publicKey: string;
  readonly #settings: WebPushSettings;

  constructor(settings: WebPushSettings) {
    this.publicKey = settings.publicKey;
    this.#settings = settings;
  }

  async send(address: PushAddress & { platform: 'WEB' }): Promise<PushOutcome> {
    const details = this.#detailsFor(address);
    if (details === null) return { kind: 'misconfigured', reason: 'VAPID refuses the keys or our address' };
    try {
      const answer = await this.#settings.send(details.endpoint, {
        method: details.method,
        headers: textual(details.headers),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (answer.kind === 'refused') return { kind: 'gone' };
      return classifyAnswer(answer.status, answer.headers.get('retry-after'));
    } catch {
      return { kind: 'retry', afterMs: null };
    }
  }

  #detailsFor({ endpoint, keys }: PushAddress & { platform: 'WEB' }): webPush.RequestDetails | null {
    const { publicKey, privateKey, subject } = this.#settings;
    try {
      return webPush.generateRequestDetails({ endpoint, keys }, null, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: A_DAY_SECONDS,
        urgency: 'normal',
        topic: 'notifications',
      });
    } catch {
      return null;
    }
  }
}

function textual(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function classifyAnswer(status: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  // 403 means that the subscription was made with another VAPID key. The browser subscribes again when it next loads
  // the page.
  if (status === 403 || status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500)
    return { kind: 'retry', afterMs: parseRetryAfter(retryAfter, Date.now(), MAX_PUSH_PAUSE_MS) };
  return { kind: 'misconfigured', reason: `the push service answers ${status}` };
}
