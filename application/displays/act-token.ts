import { MINUTE_MS } from '../../domain/shared/durations.js';
import type { DisplayId, MemberId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Needs } from '../composition/needs.js';

/**
 * The member chosen on a display, and the time when their PIN was set. It is sealed into a token and not stored. The
 * token expires after {@link ACT_LIFE_MS}, and becomes invalid earlier if the display is removed, the PIN changes, or
 * the member leaves the household.
 */
export type ChosenActor = {
  readonly displayId: DisplayId;
  readonly memberId: MemberId;
  /** The time when the member's PIN was set. null means that the member had no PIN. */
  readonly pinSetAt: Instant | null;
};

const PURPOSE = 'act on a display';
export const ACT_LIFE_MS = 5 * MINUTE_MS;

/** Returns a token that keeps the chosen member acting on the display for {@link ACT_LIFE_MS}. */
export function sealActToken({ sealer, clock }: Needs<'sealer' | 'clock'>, chosen: ChosenActor): string {
  return sealer.seal(PURPOSE, chosen, clock.now() + ACT_LIFE_MS);
}

/** Returns null if there is no token, or if it is invalid or expired. */
export function openActToken(
  { sealer, clock }: Needs<'sealer' | 'clock'>,
  token: string | null,
): ChosenActor | null {
  return token === null ? null : (sealer.open(PURPOSE, token, clock.now()) as ChosenActor | null);
}
