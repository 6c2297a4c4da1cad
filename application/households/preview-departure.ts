import { type EditPreview, previewChanges } from '../../domain/series/preview.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { replanAllTurns } from '../series/replan-turns.js';
import { listOpen, listTouched } from '../series/touched.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { joining, rehearse } from '../shared/rehearse.js';
import type { Ports } from '../use-case-ports.js';
import { removeMember } from './remove-member.js';

/** What {@link removeMember} would do to what is open; with the last member all of it goes. */
export function previewDeparture(ports: Ports) {
  return (caller: MemberCaller, id: MemberId): Promise<EditPreview> =>
    rehearse(ports.unitOfWork, async (unit) => {
      const { date: today } = householdNow(caller, ports.clock);
      const open = await listOpen(ports, unit, caller, {});
      await removeMember({
        ...joining(ports, unit),
        afterMembershipChange: (scope, household, { memberId }) =>
          replanAllTurns(ports)(scope, household, { memberId, kind: 'left' }),
      })(caller, id);
      const isOver = (await unit.households.findForUpdate(caller.household.id)) === null;
      const touched = isOver ? open.map((before) => ({ before, after: null })) : listTouched(unit, caller);
      return previewChanges(touched, [], today);
    });
}
