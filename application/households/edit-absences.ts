import { AWAY_PERIODS_LIMIT } from '../../domain/households/away.js';
import type { Absence, Member } from '../../domain/households/household.js';
import type { AwayPeriod } from '../../domain/rotation/away.js';
import type { AwayPeriodId, MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { limitReached, notFound, invalidField } from '../shared/errors.js';
import { changeMember, type MemberDependencies } from './edit-member.js';
import type { NamedMember } from './ports.js';

/**
 * The functions of this file change one absence each, so parallel changes of other absences are kept. All of them
 * throw the errors of editMember. Adding and editing throw VALIDATION_FAILED if the last day is before the first.
 */

/** Adds an absence. Throws LIMIT_REACHED if the member has the maximum number of absences. */
export function addAbsence(dependencies: MemberDependencies) {
  const change = changeMember(dependencies);
  return (caller: MemberCaller, id: MemberId, period: AwayPeriod): Promise<NamedMember> =>
    change(caller, id, ({ awayPeriods }) => {
      requireOrder(period);
      if (awayPeriods.length >= AWAY_PERIODS_LIMIT)
        throw limitReached(
          'awayPeriods',
          `A member may have at most ${AWAY_PERIODS_LIMIT} absences. Remove one first`,
        );
      return { awayPeriods: [...awayPeriods, { ...period, id: dependencies.ids.next<AwayPeriodId>() }] };
    });
}

/**
 * Edits an absence. Missing fields stay unchanged.
 *
 * @throws NOT_FOUND if the member has no such absence.
 */
export function editAbsence(dependencies: MemberDependencies) {
  const change = changeMember(dependencies);
  return (
    caller: MemberCaller,
    id: MemberId,
    absenceId: AwayPeriodId,
    edit: Partial<AwayPeriod>,
  ): Promise<NamedMember> =>
    change(caller, id, (member) => {
      const edited = { ...findAbsence(member, absenceId), ...edit };
      requireOrder(edited);
      return { awayPeriods: member.awayPeriods.map((one) => (one.id === absenceId ? edited : one)) };
    });
}

/** Deletes an absence. Throws NOT_FOUND if the member has no such absence. */
export function removeAbsence(dependencies: MemberDependencies) {
  const change = changeMember(dependencies);
  return async (caller: MemberCaller, id: MemberId, absenceId: AwayPeriodId): Promise<void> => {
    await change(caller, id, (member) => {
      const gone = findAbsence(member, absenceId);
      return { awayPeriods: member.awayPeriods.filter((one) => one !== gone) };
    });
  };
}

function findAbsence({ awayPeriods }: Member, id: AwayPeriodId): Absence {
  const found = awayPeriods.find((one) => one.id === id);
  if (found === undefined) throw notFound('absence');
  return found;
}

function requireOrder({ from, to }: AwayPeriod): void {
  if (to !== null && to < from) throw invalidField('to', 'order', 'must not be before the first day');
}
