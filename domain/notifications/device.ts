import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const PLATFORMS = ['ANDROID', 'WEB'] as const;
export type Platform = (typeof PLATFORMS)[number];

export type DeviceId = string & { readonly __id: 'device' };

/**
 * The target of push messages. It is the token of the Android app, or the subscription of a browser (RFC
 * 8030, RFC 8291).
 */
export type PushAddress =
  | { readonly platform: 'ANDROID'; readonly token: string }
  | {
      readonly platform: 'WEB';
      readonly endpoint: string;
      readonly keys: { readonly p256dh: string; readonly auth: string };
    };

/** A device that receives push messages. It is removed together with the session that registered it. */
export type Device = {
  readonly id: DeviceId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly address: PushAddress;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
};

/**
 * The maximum number of devices per user. If there are more, a new device replaces the one that was used
 * longest ago.
 */
export const DEVICES_LIMIT = 20;

/** Returns a text that identifies the push address. The keys of a browser's subscription are not part of it. */
export function addressText(address: PushAddress): string {
  return address.platform === 'ANDROID' ? `fcm ${address.token}` : `web ${address.endpoint}`;
}

export const MAX_PUSH_ATTEMPTS = 10;
/**
 * The pause between two attempts to send a push message. It begins with the minimum and doubles up to the
 * maximum. The maximum applies even if the push service asks for a longer pause.
 */
export const MIN_PUSH_PAUSE_MS = 30_000;
export const MAX_PUSH_PAUSE_MS = 3_600_000;

/** Returns the time of the next attempt to send a push message. Returns null if no attempt is left. */
export function nextPushAttempt(attempts: number, afterMs: number | null, now: Instant): Instant | null {
  if (attempts >= MAX_PUSH_ATTEMPTS) return null;
  const pause = Math.max(MIN_PUSH_PAUSE_MS * 2 ** (attempts - 1), afterMs ?? 0);
  return now + Math.min(pause, MAX_PUSH_PAUSE_MS);
}
