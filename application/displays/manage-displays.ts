import { DISPLAYS_LIMIT, isKept, type Display } from '../../domain/displays/display.js';
import { PAIRING_LIFE_MS } from '../../domain/displays/pairing.js';
import { looksAfter } from '../../domain/households/membership.js';
import type { AccessParams } from '../../domain/operations/operation.js';
import type { DisplayId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden, limitReached, notFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { lockAsPermitted, lockMembership } from '../households/lock-membership.js';
import type { NamedMember } from '../households/ports.js';
import { derivePairingCode } from './derived-secrets.js';

/** A display that waits to be paired. Only the hash of the pairing code is stored. */
export type NewDisplay = { readonly display: Display; readonly pairingCode: string };

/**
 * Creates a display, which a device pairs with the code, once and within ten minutes. The policy of the operation
 * admits owners only.
 *
 * @throws LIMIT_REACHED if the household, or the caller's account, has the maximum number of displays.
 */
export function createDisplay({
  unitOfWork,
  clock,
  ids,
  opaqueTokens,
  sealer,
}: Needs<'unitOfWork' | 'clock' | 'ids' | 'opaqueTokens' | 'sealer'>) {
  return (caller: MemberCaller, name: string): Promise<NewDisplay> =>
    unitOfWork.run(async (scope) => {
      const { household, me } = await lockAsPermitted(scope, caller, 'createDisplay');
      const now = clock.now();
      const displays = (await scope.displays.list(household.id)).filter(
        (one) => one.kind === 'DISPLAY' && isKept(one, now),
      );
      if (displays.length >= DISPLAYS_LIMIT)
        throw limitReached(
          'displays',
          `A household may have at most ${DISPLAYS_LIMIT} displays. Remove one first`,
        );
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
      const pairingCode = derivePairingCode({ sealer, opaqueTokens }, display.id);
      await scope.displays.insert(display);
      await scope.displays.insertPairing({
        codeHash: opaqueTokens.hash(pairingCode),
        householdId: household.id,
        displayId: display.id,
        expiresAt: now + PAIRING_LIFE_MS,
      });
      scope.operation.is('MEMBER', { access: 'DISPLAY', change: 'CREATED', name } satisfies AccessParams);
      scope.operation.shows([display.id]);
      return { display, pairingCode };
    });
}

/**
 * Lists the displays and guest links (passes) of the household, oldest first. A caller who is not an owner gets only
 * the guest links of members whom they look after.
 *
 * @throws FORBIDDEN if the caller is not an owner and looks after nobody.
 */
export function listDisplays({ displays, households }: Needs<'displays' | 'households'>) {
  return async ({ household, role, memberId }: MemberCaller): Promise<readonly Display[]> => {
    if (role === 'OWNER') return displays.list(household.id);
    const members = await households.members(household.id);
    if (!members.some((member) => looksAfter({ id: memberId }, member))) throw ownersAndManagersOnly();
    const isTheirs = passesOfWards({ id: memberId }, members);
    return (await displays.list(household.id)).filter(isTheirs);
  };
}

const ownersAndManagersOnly = () =>
  forbidden('OWNERS_ONLY', 'Only an owner, or a manager of the guest, may do this');

/** Returns a filter for the guest links (passes) of the members whom `me` looks after. */
function passesOfWards(me: Pick<NamedMember, 'id'>, members: readonly NamedMember[]) {
  const wards = new Set(members.filter((member) => looksAfter(me, member)).map(({ id }) => id));
  return ({ memberId }: Pick<Display, 'memberId'>) => memberId !== null && wards.has(memberId);
}

/**
 * Removes a display or a guest link (pass). The device loses access at once, and its event streams end.
 *
 * @throws FORBIDDEN unless the caller is an owner, or manages the member of the guest link.
 * @throws NOT_FOUND if the caller is an owner and there is no such display.
 */
export function removeDisplay({ unitOfWork, securityLog }: Needs<'unitOfWork' | 'securityLog'>) {
  return async (caller: MemberCaller, id: DisplayId): Promise<void> => {
    await unitOfWork.run(async (scope) => {
      const { household, members, me } = await lockMembership(scope, caller);
      const display = await scope.displays.findForUpdate(household.id, id);
      const isTheirs = display !== null && passesOfWards(me, members)(display);
      if (me.role !== 'OWNER' && !isTheirs) throw ownersAndManagersOnly();
      if (display === null || !(await scope.displays.remove(household.id, id))) throw notFound('display');
      const { kind: access, name } = display;
      scope.operation.is('MEMBER', { access, change: 'DELETED', name } satisfies AccessParams);
      scope.events.signedOut(id);
    });
    securityLog.record('display_revoked', { householdId: caller.household.id, userId: caller.userId });
  };
}
