import type { EditPreview } from '../../domain/series/preview.js';
import { followWeekStart } from '../days/follow-days.js';
import { previewFollowing } from '../days/preview-days.js';
import type { MemberCaller } from '../shared/caller.js';
import type { Ports } from '../composition/use-case-ports.js';
import { beginHouseholdEdit, type HouseholdEdit } from './edit-household.js';

/**
 * Returns how {@link editHousehold} would change dates. The count `kept` contains the open occurrences from today on
 * that would not change, of the series with the shift `earlierInWeek`. Of many series, only the first are included.
 */
export function previewHouseholdEdit(ports: Ports) {
  return (caller: MemberCaller, edit: HouseholdEdit): Promise<EditPreview> =>
    previewFollowing(ports, caller, async (scope) => {
      const { household, work } = await beginHouseholdEdit(ports, scope, caller, edit);
      return {
        household,
        // If the first day of the week does not change, no date changes, and the preview only counts kept
        // occurrences.
        work: work ?? (await followWeekStart(scope, { ...caller, household }, household.weekStartsOn)),
      };
    });
}
