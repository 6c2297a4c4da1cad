import { decideDeparture } from '../../domain/households/membership.js';
import {
  type EditPreview,
  joinPreviews,
  type PartialPreview,
  previewPart,
} from '../../domain/series/preview.js';
import type { MemberId, SeriesId } from '../../domain/shared/ids.js';
import { SERIES_AT_ONCE } from '../bulk/batches.js';
import { replanTurnsFrom } from '../series/replan-turns.js';
import { eachOpenOccurrence, listChanges } from '../series/changed-occurrences.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { joinTransaction, dryRun } from '../composition/dry-run.js';
import type { Ports } from '../composition/use-case-ports.js';
import { type DepartureWork, takeDepartureStep } from './departure-steps.js';
import { removeMember } from './remove-member.js';

/** The maximum number of parts of a departure that a dry run carries out. */
const STEPS = 20;

/** Returns what {@link removeMember} would do to open tasks, and writes nothing. Throws the same errors. */
export function previewDeparture(ports: Ports) {
  return (caller: MemberCaller, id: MemberId): Promise<EditPreview> =>
    dryRun(ports.unitOfWork, async (unit) => {
      const { date: today } = householdNow(caller, ports.clock);
      let isComplete = true;
      const take = takeDepartureStep(ports, { keepsPersonal: caller.memberId !== id });
      const members = await unit.households.members(caller.household.id);
      const actor = { id: caller.memberId, role: caller.role };
      // The household is deleted if nobody with an account remains, and all open tasks with it.
      const isLast = decideDeparture(members, id, actor).kind === 'wasLast';
      const parts: PartialPreview[] = [];
      if (isLast)
        for await (const row of eachOpenOccurrence(ports, unit, caller, {}))
          parts.push(previewPart([{ before: row, after: null }], 0, today));
      await removeMember({
        ...joinTransaction(ports, unit),
        afterMembershipChange: async (scope, household, { memberId }) => {
          let after: SeriesId | null = null;
          let looked = 0;
          do {
            const change = { memberId, kind: 'left' } as const;
            const batch = await replanTurnsFrom(ports)(scope, household, change, after, caller.memberId);
            after = batch.last;
            looked += batch.count;
          } while (after !== null && looked < SERIES_AT_ONCE);
          isComplete = after === null;
        },
        begin: async (scope, actor, work) => {
          let left: DepartureWork | null = work;
          // If there are too many series for this dry run, its result is incomplete anyway. Then it includes only one
          // batch of the other tasks.
          for (let step = 0; left !== null && step < (isComplete ? STEPS : 1); step++)
            left = (await take(scope, actor, left)).left;
          isComplete &&= left === null;
          // A dry run writes nothing, so it leaves no remaining work to a job.
          return { left: null, result: undefined, operationId: null };
        },
      })(caller, id);
      if (!isLast) parts.push(previewPart(listChanges(unit, caller), 0, today));
      return { ...joinPreviews(parts, 0), isComplete };
    });
}
