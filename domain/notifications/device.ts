import type { SessionId, UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const PLATFORMS = ['ANDROID', 'WEB'] as const;
export type Platform = (typeof PLATFORMS)[number];

export type DeviceId = string & { readonly __id: 'device' };

/** Where a push goes: the token of an app, or what the browser's push service gave out (RFC 8030, RFC 8291). */
export type PushAddress =
  | { readonly platform: 'ANDROID'; readonly token: string }
  | {
      readonly platform: 'WEB';
      readonly endpoint: string;
      readonly keys: { readonly p256dh: string; readonly auth: string };
    };

/** A device that wakes when there is something new. It goes with the session that registered it. */
export type Device = {
  readonly id: DeviceId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly address: PushAddress;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
};

/** Of one user; the one that was seen the longest ago makes room. */
export const DEVICES_LIMIT = 20;

/** What tells two addresses apart. */
export function addressText(address: PushAddress): string {
  return address.platform === 'ANDROID' ? `fcm ${address.token}` : `web ${address.endpoint}`;
}

export const MAX_PUSH_ATTEMPTS = 10;
/** Between two attempts at least so long, and longer after each: whatever the push service says of itself. */
export const MIN_PUSH_PAUSE_MS = 30_000;
export const MAX_PUSH_PAUSE_MS = 3_600_000;

/** When a push is tried again after so many attempts; null: it has been tried often enough. */
export function nextPushAttempt(attempts: number, afterMs: number | null, now: Instant): Instant | null {
  if (attempts >= MAX_PUSH_ATTEMPTS) return null;
  const pause = Math.max(MIN_PUSH_PAUSE_MS * 2 ** (attempts - 1), afterMs ?? 0);
  return now + Math.min(pause, MAX_PUSH_PAUSE_MS);
}
