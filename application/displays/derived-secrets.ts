import { toPairingCode } from '../../domain/displays/pairing.js';
import type { DisplayId } from '../../domain/shared/ids.js';
import type { Needs } from '../shared/needs.js';

/*
 * What a display is paired by, and what a pass opens with, is derived from its id and a key of the service. Its hash alone is
 * stored, and a request that comes again with its Idempotency-Key is told the same.
 */

/** The code that makes a device this display. */
export function derivePairingCode(
  { sealer, opaqueTokens }: Needs<'sealer' | 'opaqueTokens'>,
  id: DisplayId,
): string {
  return toPairingCode(opaqueTokens.hash(sealer.derive('pairing code of a display', id)));
}

/** What the link of this pass carries. */
export function derivePassToken({ sealer }: Needs<'sealer'>, id: DisplayId): string {
  return sealer.derive('token of a pass', id);
}
