import type { Display } from '../../domain/displays/display.js';
import type { DisplayId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { invalidState, notFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { derivePairingCode, derivePassToken } from './derived-secrets.js';
import { listDisplays, type NewDisplay } from './manage-displays.js';
import type { PairedDisplay } from './pair-display.js';

/**
 * Returns a new display with its pairing code, as {@link createDisplay} did, for a repeated request. Throws NOT_FOUND
 * or FORBIDDEN if the caller cannot see the display any more.
 */
export function showNewDisplay(dependencies: Needs<'displays' | 'households' | 'sealer' | 'opaqueTokens'>) {
  return async (caller: MemberCaller, id: DisplayId): Promise<NewDisplay> => ({
    display: await findListed(dependencies, caller, id),
    pairingCode: derivePairingCode(dependencies, id),
  });
}

/**
 * Returns a new guest link (pass) with its token, as {@link issuePass} did, for a repeated request.
 *
 * @throws NOT_FOUND or FORBIDDEN if the caller cannot see the guest link any more.
 * @throws INVALID_STATE if the service's key has changed, so that the token cannot be derived again.
 */
export function showNewPass(dependencies: Needs<'displays' | 'households' | 'sealer' | 'opaqueTokens'>) {
  return async (caller: MemberCaller, id: DisplayId): Promise<PairedDisplay> => {
    const display = await findListed(dependencies, caller, id);
    const token = derivePassToken(dependencies, id);
    if (dependencies.opaqueTokens.hash(token) !== display.tokenHash)
      throw invalidState(
        'LINK_UNAVAILABLE',
        'The link of this pass can no longer be shown. Remove the pass and create a new one',
      );
    return { display, token };
  };
}

async function findListed(
  dependencies: Needs<'displays' | 'households'>,
  caller: MemberCaller,
  id: DisplayId,
): Promise<Display> {
  const found = (await listDisplays(dependencies)(caller)).find((one) => one.id === id);
  if (found === undefined) throw notFound('display');
  return found;
}
