import { beginGuess, endGuess, type Guess, type Pin } from '../../domain/displays/pin.js';
import { spokespersonsOf } from '../../domain/households/membership.js';
import { isPerson } from '../../domain/households/rights.js';
import { causeKey } from '../../domain/notifications/cause.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { civilMomentAt } from '../../domain/shared/zone.js';
import { ApplicationError, forbidden, invalidField } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { sealActToken } from './act-token.js';
import type { DisplayCaller } from './authenticate-display.js';

type Dependencies = Needs<'unitOfWork' | 'passwordHasher' | 'securityLog' | 'sealer' | 'clock'>;
type Judging = { readonly pin: Pin; readonly guess: Guess };

const rejected = () => new ApplicationError('PIN_REJECTED', 'The PIN is missing or not correct');
const locked = () =>
  new ApplicationError(
    'RATE_LIMITED',
    'Too many wrong PINs. The member, an owner or a manager of the member has to set a new PIN',
  );

/**
 * Chooses the member who acts on a display for the next five minutes, and returns the token for it. A member who has
 * no PIN can be chosen without one. On a guest link (pass) only its own guest can be chosen, always without a PIN. The
 * attempt is counted before the PIN is checked, so parallel requests cannot exceed the limit.
 *
 * @throws PIN_REJECTED if the PIN is wrong or missing.
 * @throws RATE_LIMITED after too many wrong PINs, until a new PIN is set, and while too many attempts are still
 *   being checked.
 * @throws FORBIDDEN if the guest link belongs to another member.
 * @throws VALIDATION_FAILED if the member is not an active member of the household, or is a pet.
 */
export function actOnDisplay(dependencies: Dependencies) {
  return async (
    caller: DisplayCaller,
    { memberId, pin: typed }: { readonly memberId: MemberId; readonly pin: string | null },
  ): Promise<string> => {
    const { display, household } = caller;
    if (display.memberId !== null && display.memberId !== memberId)
      throw forbidden('OTHER_PERSONS_LINK', 'This pass belongs to another guest');
    const judging = await dependencies.unitOfWork.run(async (scope): Promise<Judging | null> => {
      const active = await scope.households.activeMembers(household.id, [memberId]);
      const member = active.get(memberId);
      if (member === undefined)
        throw invalidField('memberId', 'member', 'must be an active member of this household');
      if (!isPerson(member))
        throw invalidField('memberId', 'animal', 'must be a person, because pets cannot act on a display');
      const pin = await scope.displays.findPinForUpdate(household.id, memberId);
      if (pin === null || display.memberId !== null) return null;
      if (typed === null) throw rejected();
      const now = dependencies.clock.now();
      const begun = beginGuess(pin, display.id, now);
      if (begun === null) throw locked();
      await scope.displays.savePin(begun);
      return { pin, guess: { displayId: display.id, at: now } };
    });
    if (judging !== null && typed !== null) await judge(dependencies, caller, judging, typed);
    const pinSetAt = judging?.pin.setAt ?? null;
    return sealActToken(dependencies, { displayId: display.id, memberId, pinSetAt });
  };
}

async function judge(
  { unitOfWork, passwordHasher, securityLog, clock }: Dependencies,
  { household }: DisplayCaller,
  { pin, guess }: Judging,
  typed: string,
): Promise<void> {
  const { matches } = await passwordHasher.verify(pin.hash, typed);
  const isLocked = await unitOfWork.run(async (scope) => {
    const now = await scope.displays.findPinForUpdate(household.id, pin.memberId);
    // A new PIN was set, or the PIN was removed, while the old one was compared, so this attempt does not count.
    if (now === null || now.hash !== pin.hash) return false;
    const judged = endGuess(now, guess, matches, clock.now());
    if (judged !== now) await scope.displays.savePin(judged);
    if (judged.lockedAt === null || now.lockedAt !== null) return false;
    await notifyPinLocked(scope, judged, clock.now());
    return true;
  });
  if (isLocked) securityLog.record('pin_locked', { householdId: household.id });
  if (!matches) throw rejected();
}

/**
 * Notifies those who can set another PIN: the managers of a member without an account who are not away or, if there
 * are none, the owners.
 */
async function notifyPinLocked(
  { households, jobs }: UnitOfWorkScope,
  { householdId, memberId }: Pin,
  now: number,
): Promise<void> {
  const household = await households.find(householdId);
  const members = await households.members(householdId);
  const member = members.find(({ id }) => id === memberId);
  if (household === null || member === undefined) return;
  const { date } = civilMomentAt(household.timeZone, now);
  await jobs.enqueue('notify', {
    ...{ householdId, actorId: null, exceptIds: [], occurrenceId: null },
    recipientIds: spokespersonsOf(member.isProxy ? member : { managerIds: [] }, members, date),
    type: 'DISPLAY_LOCKED',
    subjectId: memberId,
    cause: causeKey({ kind: 'member', id: memberId, action: 'locked', at: now }),
  });
}
