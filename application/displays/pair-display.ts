import { isLive, type Display } from '../../domain/displays/display.js';
import { isDisplayToken, readPairingCode } from '../../domain/displays/pairing.js';
import { ApplicationError, invalidState } from '../shared/errors.js';
import { isOfToday } from './authenticate-display.js';
import type { Needs } from '../shared/needs.js';

/** What a display holds from then on; only its hash is stored. */
export type PairedDisplay = { readonly display: Display; readonly token: string };

const pairingExpired = () =>
  new ApplicationError('PAIRING_EXPIRED', 'This code was used, or is too old: ask for another');

/**
 * Makes whoever has the code the display that it was given out for, once: of two at once one. What the link of a pass
 * carries pairs as often as it is opened, until the pass ends. INVALID_STATE for a pass that has not begun, and PAIRING_EXPIRED
 * for all else.
 */
export function pairDisplay(
  dependencies: Needs<'displays' | 'opaqueTokens' | 'securityLog' | 'clock', 'displays'>,
) {
  const { securityLog } = dependencies;
  return async (typed: string): Promise<PairedDisplay> => {
    const paired = isDisplayToken(typed)
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
  if (opened?.display.kind !== 'PASS' || !isLive(opened.display, clock.now())) throw pairingExpired();
  const { firstDate } = opened.display;
  if (!isOfToday(opened, clock.now()))
    throw invalidState('PASS_NOT_STARTED', `This pass begins on ${firstDate}`, { firstDate });
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
