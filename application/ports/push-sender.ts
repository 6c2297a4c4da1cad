import type { Platform, PushAddress } from '../../domain/notifications/device.js';

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** Nobody has this address any more, or it is none that may be called. */
  | { readonly kind: 'gone' }
  /** The push service cannot take it now; null: it does not say for how long. */
  | { readonly kind: 'retry'; readonly afterMs: number | null }
  /** The operator has to do something: no device can be reached. */
  | { readonly kind: 'misconfigured'; readonly reason: string };

/** Wakes a device. A push carries nothing: the app then reads what is new (specification, Events 7). */
export interface PushSender {
  /** Whether devices of that platform can be reached at all. */
  reaches(platform: Platform): boolean;
  /** Never rejects; no reason names an address or a key. */
  send(address: PushAddress): Promise<PushOutcome>;
  /** What browsers need to subscribe; null: they cannot. */
  readonly publicKey: string | null;
}
