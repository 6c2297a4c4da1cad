import type { EditPreview } from '../../domain/series/preview.js';
import { followWeekStart } from '../days/follow-days.js';
import { previewFollowing } from '../days/preview-days.js';
import type { MemberCaller } from '../shared/caller.js';
import type { Ports } from '../composition/use-case-ports.js';
import { beginHouseholdEdit, type HouseholdEdit } from './edit-household.js';

/**
 * What {@link editHousehold} would do to dates. Kept is what is to come of series whose dates the week puts off. Of many
 * series the first are looked at.
 */
export function previewHouseholdEdit(ports: Ports) {
  return (caller: MemberCaller, edit: HouseholdEdit): Promise<EditPreview> =>
    previewFollowing(ports, caller, async (scope) => {
      const { household, work } = await beginHouseholdEdit(ports, scope, caller, edit);
      return {
        household,
        // Also where the week stays as it is, what is kept is counted.
        work: work ?? (await followWeekStart(scope, household, household.weekStartsOn)),
      };
    });
}
