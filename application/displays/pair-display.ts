import { isDisplayLive, type Display } from '../../domain/displays/display.js';
import { readPairingCode } from '../../domain/displays/pairing.js';
import { ApplicationError, invalidState } from '../shared/errors.js';
import { isOfToday } from './authenticate-display.js';
import type { Needs } from '../composition/needs.js';
import { isOpaqueToken } from '../../domain/shared/ids.js';

/** A paired display and its token. Only the hash of the token is stored. */
export type PairedDisplay = { readonly display: Display; readonly token: string };

const pairingExpired = () =>
  new ApplicationError(
    'PAIRING_EXPIRED',
    'This code or link is unknown, was used, or has expired. Ask for a new one',
  );

/**
 * Pairs a device. A pairing code turns the device into its display, once: of two parallel requests only one succeeds.
 * The token of a guest link (pass) can be used any number of times until the guest link ends.
 *
 * @throws INVALID_STATE if the guest link is not valid yet.
 * @throws PAIRING_EXPIRED for a code or token that is unknown, used or expired.
 */
export function pairDisplay(
  dependencies: Needs<'displays' | 'opaqueTokens' | 'securityLog' | 'clock', 'displays'>,
) {
  const { securityLog } = dependencies;
  return async (typed: string): Promise<PairedDisplay> => {
    const paired = isOpaqueToken(typed)
      ? await openPass(dependencies, typed)
      : await takeCode(dependencies, readPairingCode(typed));
    securityLog.record('display_paired', { householdId: paired.display.householdId });
    return paired;
  };
}

async function openPass(
  { displays, opaqueTokens, clock }: Needs<'displays' | 'opaqueTokens' | 'clock'>,
  token: string,
): Promise<PairedDisplay> {
  const opened = await displays.open(opaqueTokens.hash(token), null);
  if (opened?.display.kind !== 'PASS' || !isDisplayLive(opened.display, clock.now())) throw pairingExpired();
  const { firstDate } = opened.display;
  if (!isOfToday(opened, clock.now()))
    throw invalidState('PASS_NOT_STARTED', `This pass is not valid before ${firstDate}`, { firstDate });
  return { display: opened.display, token };
}

function takeCode(
  { unitOfWork, opaqueTokens, clock }: Needs<'opaqueTokens' | 'clock', 'displays'>,
  code: string,
): Promise<PairedDisplay> {
  return unitOfWork.run(async ({ displays }) => {
    const now = clock.now();
    const pairing = await displays.takePairing(opaqueTokens.hash(code));
    const found =
      pairing === null || pairing.expiresAt <= now
        ? null
        : await displays.findForUpdate(pairing.householdId, pairing.displayId);
    if (found === null) throw pairingExpired();
    const token = opaqueTokens.generate();
    const display = { ...found, tokenHash: opaqueTokens.hash(token), lastSeenAt: now };
    await displays.save(display);
    return { display, token };
  });
}
