import { DISPLAYS_LIMIT, isKept, type Display } from '../../domain/displays/display.js';
import { PAIRING_LIFE_MS, toPairingCode } from '../../domain/displays/pairing.js';
import type { DisplayId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, notFound } from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';
import { forOwners, lockAsOwner } from '../households/lock-membership.js';

/** The code is nowhere else: only its hash is stored. */
export type NewDisplay = { readonly display: Display; readonly pairingCode: string };

/**
 * A display that is paired by the code, once and within ten minutes. FORBIDDEN unless the caller is an owner; LIMIT_REACHED
 * with as many as a household may have.
 */
export function createDisplay({
  unitOfWork,
  clock,
  ids,
  opaqueTokens,
}: Needs<'unitOfWork' | 'clock' | 'ids' | 'opaqueTokens'>) {
  return (caller: MemberCaller, name: string): Promise<NewDisplay> =>
    unitOfWork.run(async (scope) => {
      const { household, me } = await lockAsOwner(scope, caller);
      const now = clock.now();
      const displays = (await scope.displays.list(household.id)).filter(
        (one) => one.kind === 'DISPLAY' && isKept(one, now),
      );
      if (displays.length >= DISPLAYS_LIMIT)
        throw new ApplicationError('LIMIT_REACHED', 'The household has as many displays as it can', {
          limit: 'displays',
        });
      const display: Display = {
        id: ids.next<DisplayId>(),
        householdId: household.id,
        kind: 'DISPLAY',
        name,
        memberId: null,
        tokenHash: null,
        createdBy: me.id,
        createdAt: now,
        lastSeenAt: null,
        firstDate: null,
        lastDate: null,
        expiresAt: null,
      };
      const pairingCode = toPairingCode(opaqueTokens.hash(opaqueTokens.generate()));
      await scope.displays.insert(display);
      await scope.displays.insertPairing({
        codeHash: opaqueTokens.hash(pairingCode),
        householdId: household.id,
        displayId: display.id,
        expiresAt: now + PAIRING_LIFE_MS,
      });
      scope.operation.is('MEMBER');
      return { display, pairingCode };
    });
}

/** The displays and passes of the household, oldest first. FORBIDDEN unless the caller is an owner. */
export function listDisplays({ displays }: Needs<'displays'>) {
  return async ({ household, role }: MemberCaller): Promise<readonly Display[]> => {
    if (role !== 'OWNER') throw forOwners();
    return displays.list(household.id);
  };
}

/** Ends it at once, its streams too. NOT_FOUND when there is no such display; FORBIDDEN unless the caller is an owner. */
export function removeDisplay({ unitOfWork, securityLog }: Needs<'unitOfWork' | 'securityLog'>) {
  return async (caller: MemberCaller, id: DisplayId): Promise<void> => {
    await unitOfWork.run(async (scope) => {
      const { household } = await lockAsOwner(scope, caller);
      if (!(await scope.displays.remove(household.id, id))) throw notFound('display');
      scope.operation.is('MEMBER');
      scope.events.signedOut(id);
    });
    securityLog.record('display_revoked', { householdId: caller.household.id, userId: caller.userId });
  };
}
