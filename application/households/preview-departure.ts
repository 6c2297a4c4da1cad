import { type EditPreview, previewChanges } from '../../domain/series/preview.js';
import type { MemberId, SeriesId } from '../../domain/shared/ids.js';
import { SERIES_AT_ONCE } from '../bulk/batches.js';
import { replanTurnsFrom } from '../series/replan-turns.js';
import { listOpen, listTouched } from '../series/touched.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { joining, rehearse } from '../shared/rehearse.js';
import type { Ports } from '../use-case-ports.js';
import { removeMember } from './remove-member.js';

/** Where not all series were looked at, the leaver is not taken off all occurrences either. */
const ROWS_AT_ONCE = 1_000;

/** What {@link removeMember} would do to what is open; with the last member all of it goes. */
export function previewDeparture(ports: Ports) {
  return (caller: MemberCaller, id: MemberId): Promise<EditPreview> =>
    rehearse(ports.unitOfWork, async (unit) => {
      const { date: today } = householdNow(caller, ports.clock);
      let isComplete = true;
      const open = await listOpen(ports, unit, caller, {});
      await removeMember({
        ...joining(ports, unit),
        afterMembershipChange: async (scope, household, { memberId }) => {
          let after: SeriesId | null = null;
          let looked = 0;
          do {
            const batch = await replanTurnsFrom(ports)(scope, household, { memberId, kind: 'left' }, after);
            after = batch.last;
            looked += batch.count;
          } while (after !== null && looked < SERIES_AT_ONCE);
          isComplete = after === null;
        },
        limitUnassigned: () => (isComplete ? null : ROWS_AT_ONCE),
      })(caller, id);
      const isOver = (await unit.households.findForUpdate(caller.household.id)) === null;
      const touched = isOver ? open.map((before) => ({ before, after: null })) : listTouched(unit, caller);
      return { ...previewChanges(touched, [], today), isComplete };
    });
}
