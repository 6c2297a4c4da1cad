import { MINUTE_MS } from '../../domain/shared/durations.js';
import type { DisplayId, MemberId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Needs } from '../shared/needs.js';

/**
 * Who was chosen on which display, with the PIN of then. Nothing of it is stored: it ends with the display, and when the PIN is
 * another.
 */
export type ChosenActor = {
  readonly displayId: DisplayId;
  readonly memberId: MemberId;
  /** null: they had none. */
  readonly pinSetAt: Instant | null;
};

const PURPOSE = 'act on a display';
export const ACT_LIFE_MS = 5 * MINUTE_MS;

export function sealActToken({ sealer, clock }: Needs<'sealer' | 'clock'>, chosen: ChosenActor): string {
  return sealer.seal(PURPOSE, chosen, clock.now() + ACT_LIFE_MS);
}

/** null for none, and for one that is over. */
export function readActToken(
  { sealer, clock }: Needs<'sealer' | 'clock'>,
  token: string | null,
): ChosenActor | null {
  return token === null ? null : (sealer.open(PURPOSE, token, clock.now()) as ChosenActor | null);
}
