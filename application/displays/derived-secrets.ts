import { toPairingCode } from '../../domain/displays/pairing.js';
import type { DisplayId } from '../../domain/shared/ids.js';
import type { Needs } from '../composition/needs.js';

/*
 * The pairing code of a display is derived from the id of the display and a key of the service, and the token of a
 * guest link from the id of the guest link and the key. Only their hashes are stored. If a request is repeated with its
 * Idempotency-Key, the same code or token is derived again and returned.
 */

/** Returns the code with which a device is paired as this display. */
export function derivePairingCode(
  { sealer, opaqueTokens }: Needs<'sealer' | 'opaqueTokens'>,
  id: DisplayId,
): string {
  return toPairingCode(opaqueTokens.hash(sealer.derive('pairing code of a display', id)));
}

/** Returns the token in the address of this guest link (pass). */
export function derivePassToken({ sealer }: Needs<'sealer'>, id: DisplayId): string {
  return sealer.derive('token of a pass', id);
}
