import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import {
  endOfPass,
  isKept,
  MAX_PASS_DAYS,
  PASSES_LIMIT,
  type Display,
} from '../../domain/displays/display.js';
import type { AccessParams } from '../../domain/operations/operation.js';
import type { DisplayId, MemberId } from '../../domain/shared/ids.js';
import { isOwnerOrManager } from '../../domain/households/membership.js';
import { isPerson } from '../../domain/households/rights.js';
import { lockMembership } from '../households/lock-membership.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { forbidden, invalidState, limitReached, notFound, invalidField } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import type { PairedDisplay } from './pair-display.js';
import { derivePassToken } from './derived-secrets.js';

/**
 * Creates a guest link (pass): a link that acts as the display of one member without an account. It is valid from
 * today, or from the member's first day if that is later, until `until`.
 *
 * @throws NOT_FOUND if the household has no such active member.
 * @throws FORBIDDEN unless the caller is an owner or looks after the member.
 * @throws INVALID_STATE if the member has an account, or is a pet.
 * @throws VALIDATION_FAILED if `until` is before the first day or too far ahead.
 * @throws LIMIT_REACHED if the household, or the caller's account, has the maximum number of guest links.
 */
export function issuePass({
  unitOfWork,
  clock,
  ids,
  opaqueTokens,
  sealer,
}: Needs<'unitOfWork' | 'clock' | 'ids' | 'opaqueTokens' | 'sealer'>) {
  return (caller: MemberCaller, memberId: MemberId, until: CivilDate): Promise<PairedDisplay> =>
    unitOfWork.run(async (scope) => {
      const { household, members, me } = await lockMembership(scope, caller);
      const member = members.find(({ id }) => id === memberId);
      if (member === undefined) throw notFound('member');
      if (!isOwnerOrManager(me, member))
        throw forbidden(
          'OWNERS_OR_MANAGERS_ONLY',
          'Only an owner or a manager of the member may create a pass',
        );
      if (!isPerson(member)) throw invalidState('PET', 'Pets cannot have a guest pass');
      if (!member.isProxy)
        throw invalidState('HAS_ACCOUNT', 'This member has an account and signs in instead of using a pass');
      const today = householdNow({ ...caller, household }, clock).date;
      const firstDate = member.activeFrom !== null && member.activeFrom > today ? member.activeFrom : today;
      if (until < firstDate || until > addDays(today, MAX_PASS_DAYS))
        throw invalidField(
          'until',
          'range',
          `must not be before the first day of the guest, and at most ${MAX_PASS_DAYS} days ahead`,
        );
      const passes = (await scope.displays.list(household.id)).filter(
        (one) => one.kind === 'PASS' && isKept(one, clock.now()),
      );
      if (passes.length >= PASSES_LIMIT)
        throw limitReached(
          'passes',
          `A household may have at most ${PASSES_LIMIT} guest passes. Remove one first`,
        );
      const id = ids.next<DisplayId>();
      const token = derivePassToken({ sealer }, id);
      const display: Display = {
        id,
        householdId: household.id,
        kind: 'PASS',
        name: member.name,
        memberId,
        tokenHash: opaqueTokens.hash(token),
        createdBy: me.id,
        createdAt: clock.now(),
        lastSeenAt: null,
        firstDate,
        lastDate: until,
        expiresAt: endOfPass(until, household.timeZone),
      };
      await scope.displays.insert(display);
      scope.operation.is('MEMBER', {
        access: 'PASS',
        change: 'CREATED',
        name: member.name,
      } satisfies AccessParams);
      scope.operation.shows([id]);
      return { display, token };
    });
}
