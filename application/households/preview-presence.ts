import { listAwayPeriods } from '../../domain/households/away.js';
import { type AwayPeriod, type AwayPeriods, isAway } from '../../domain/rotation/away.js';
import {
  type EditPreview,
  joinPreviews,
  type PartialPreview,
  previewPart,
  type ChangePreview,
} from '../../domain/series/preview.js';
import type { AwayPeriodId, MemberId, SeriesId } from '../../domain/shared/ids.js';
import { SERIES_AT_ONCE } from '../bulk/batches.js';
import { replanTurnsFrom } from '../series/replan-turns.js';
import { countRows, eachOpenOccurrence, listChanges } from '../series/changed-occurrences.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { joinTransaction, dryRun } from '../composition/dry-run.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { Ports } from '../composition/use-case-ports.js';
import { addAbsence, editAbsence, removeAbsence } from './edit-absences.js';
import { editMember, type MemberEdit } from './edit-member.js';

/*
 * Previews of how turns would change if the absences or the days of a member changed. `kept` counts the open
 * occurrences from today on that stay with the member although the change makes the member away on their dates. It is
 * 0 if the preview is incomplete. Each preview throws the errors of the change itself.
 */

/** Returns how {@link editMember} would change turns. */
export function previewMemberEdit(ports: Ports) {
  return (caller: MemberCaller, id: MemberId, edit: MemberEdit): Promise<EditPreview> =>
    previewPresence(ports, caller, id, (within) => editMember(within)(caller, id, edit));
}

/** Returns how {@link addAbsence} would change turns. */
export function previewNewAbsence(ports: Ports) {
  return (caller: MemberCaller, id: MemberId, period: AwayPeriod): Promise<EditPreview> =>
    previewPresence(ports, caller, id, (within) => addAbsence(within)(caller, id, period));
}

/** Returns how {@link editAbsence} would change turns. */
export function previewAbsenceEdit(ports: Ports) {
  return (
    caller: MemberCaller,
    id: MemberId,
    absenceId: AwayPeriodId,
    edit: Partial<AwayPeriod>,
  ): Promise<EditPreview> =>
    previewPresence(ports, caller, id, (within) => editAbsence(within)(caller, id, absenceId, edit));
}

/** Returns how {@link removeAbsence} would change turns. */
export function previewAbsenceRemoval(ports: Ports) {
  return (caller: MemberCaller, id: MemberId, absenceId: AwayPeriodId): Promise<EditPreview> =>
    previewPresence(ports, caller, id, (within) => removeAbsence(within)(caller, id, absenceId));
}

type Change = (within: Ports) => Promise<unknown>;

/** Plans the turns in batches, as the change itself does, so that locks last only for one batch. */
async function previewPresence(
  ports: Ports,
  caller: MemberCaller,
  id: MemberId,
  change: Change,
): Promise<EditPreview> {
  const { date: today } = householdNow(caller, ports.clock);
  const parts: PartialPreview[] = [];
  const touchedIds = new Set<string>();
  let batch: Batch;
  let after: SeriesId | null = null;
  let count = 0;
  do {
    batch = await dryRun(ports.unitOfWork, (unit) => changeBatch(ports, unit, caller, change, after));
    parts.push(previewPart(batch.touched, 0, today));
    for (const { before, after: row } of batch.touched) touchedIds.add((before ?? row)?.id ?? '');
    after = batch.last;
    count += batch.count;
  } while (after !== null && count < SERIES_AT_ONCE);
  const isComplete = after === null;
  // If the dry run did not include all series, it is unknown which of the other turns the member would keep. So it
  // reports no kept turns.
  if (!isComplete) return { ...joinPreviews(parts, 0), isComplete };
  const { was, is } = batch;
  const assignee = { kind: 'member', memberId: id } as const;
  const kept = await countRows(
    eachOpenOccurrence(ports, ports, caller, { from: today, assignee }),
    ({ id: row, date }) =>
      date !== null && isAway(is, id, date) && !isAway(was, id, date) && !touchedIds.has(row),
  );
  return { ...joinPreviews(parts, kept), isComplete };
}

type Batch = {
  readonly touched: readonly ChangePreview[];
  /** The absences of members before the change (`was`) and after it. */
  readonly was: AwayPeriods;
  readonly is: AwayPeriods;
  /** The last series of this batch. null means that it was the last batch. */
  readonly last: SeriesId | null;
  /** The number of series in the batch. */
  readonly count: number;
};

/** Applies the change and returns how it changes the turns of a batch of series. */
async function changeBatch(
  ports: Ports,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  change: Change,
  after: SeriesId | null,
): Promise<Batch> {
  const readAway = async () => listAwayPeriods(await unit.households.members(caller.household.id));
  const was = await readAway();
  let looked: Pick<Batch, 'last' | 'count'> = { last: null, count: 0 };
  await change({
    ...joinTransaction(ports, unit),
    afterMembershipChange: async (scope, household, { memberId }) => {
      const change = { memberId, kind: 'away' } as const;
      looked = await replanTurnsFrom(ports)(scope, household, change, after, caller.memberId);
    },
  });
  return { touched: listChanges(unit, caller), was, is: await readAway(), ...looked };
}
