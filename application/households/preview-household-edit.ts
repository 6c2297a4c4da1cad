import { type EditPreview, previewChanges } from '../../domain/series/preview.js';
import { listOpen, listTouched, untouched } from '../series/touched.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { joining, rehearse } from '../shared/rehearse.js';
import type { Ports } from '../use-case-ports.js';
import { editHousehold, type HouseholdEdit } from './edit-household.js';

/** What {@link editHousehold} would do to dates. Kept is what is to come of series whose dates the week puts off. */
export function previewHouseholdEdit(ports: Ports) {
  return (caller: MemberCaller, edit: HouseholdEdit): Promise<EditPreview> =>
    rehearse(ports.unitOfWork, async (unit) => {
      await editHousehold(joining(ports, unit))(caller, edit);
      const { date: today } = householdNow(caller, ports.clock);
      const shifted = await unit.series.withShift(caller.household.id);
      const weekly = new Set(
        shifted.filter(({ shift }) => shift?.when === 'earlierInWeek').map(({ id }) => id),
      );
      const open = weekly.size === 0 ? [] : await listOpen(ports, unit, caller, { from: today });
      const theirs = open.filter(({ seriesId }) => seriesId !== null && weekly.has(seriesId));
      const touched = listTouched(unit, caller);
      return previewChanges(touched, untouched(theirs, touched), today);
    });
}
