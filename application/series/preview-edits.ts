import type { AwayPeriod } from '../../domain/rotation/away.js';
import type { Scope, SeriesFields, TaskEdit } from '../../domain/series/edit.js';
import { previewChanges, type EditPreview, type WouldBe } from '../../domain/series/preview.js';
import type { MemberId, OccurrenceId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import { isVisibleTo, type Occurrence } from '../../domain/tasks/occurrence.js';
import { NO_FILTER, type OccurrenceQuery } from '../../domain/tasks/views.js';
import { editMember } from '../households/edit-member.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { Precondition } from '../shared/version-conflict.js';
import type { Ports } from '../use-case-ports.js';
import { deleteOccurrence } from '../tasks/delete-occurrence.js';
import type { OccurrenceReader } from '../tasks/ports.js';
import { editOccurrence } from '../tasks/edit-occurrence.js';
import { editSeries } from './edit-series.js';
import { joining, rehearse } from '../shared/rehearse.js';
import { replanTurnsFrom } from './replan-turns.js';

/*
 * A preview is the edit itself, in a transaction that is rolled back: it refuses what the edit refuses, and what it
 * counts is what the edit would do. It holds the same locks for as long, and neither tells nor queues anything.
 */

/** What an edit of an occurrence would do. Errors as for {@link editOccurrence}. */
export function previewOccurrenceEdit(ports: Ports) {
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    scope: Scope,
    edit: TaskEdit,
    precondition: Precondition,
  ): Promise<EditPreview> =>
    previewOfOccurrence(ports, caller, id, (within) =>
      editOccurrence(within)(caller, id, scope, edit, precondition),
    );
}

/** What its deletion would do. Errors as for {@link deleteOccurrence}. */
export function previewOccurrenceDeletion(ports: Ports) {
  return (caller: MemberCaller, id: OccurrenceId, scope: Scope): Promise<EditPreview> =>
    previewOfOccurrence(ports, caller, id, (within) => deleteOccurrence(within)(caller, id, scope, {}));
}

function previewOfOccurrence(
  ports: Ports,
  caller: MemberCaller,
  id: OccurrenceId,
  edit: (within: Ports) => Promise<unknown>,
): Promise<EditPreview> {
  return rehearse(ports.unitOfWork, async (unit) => {
    const target = await unit.occurrences.find(caller.household.id, id, caller.memberId);
    if (target === null) throw taskNotFound();
    await edit(joining(ports, unit));
    return previewOfTask(ports, unit, caller, target.taskId);
  });
}

/** What an edit of a series would do. Errors as for {@link editSeries}. */
export function previewSeriesEdit(ports: Ports) {
  return (
    caller: MemberCaller,
    id: SeriesId,
    edit: SeriesFields,
    precondition: Precondition,
  ): Promise<EditPreview> =>
    rehearse(ports.unitOfWork, async (unit) => {
      const { series } = await editSeries(joining(ports, unit))(caller, id, edit, precondition);
      return previewOfTask(ports, unit, caller, series.taskId);
    });
}

/**
 * Whose turns would change if these were the days on which a member is away, in all their series. Errors as for
 * {@link editMember}. Kept is what stays with them on those days. The turns are planned as the edit plans them, batch by
 * batch, so that nobody waits for what it has locked until all are planned.
 */
export function previewAbsence(ports: Ports) {
  return async (
    caller: MemberCaller,
    id: MemberId,
    awayPeriods: readonly AwayPeriod[],
  ): Promise<EditPreview> => {
    const touched: WouldBe[] = [];
    let after: SeriesId | null = null;
    do {
      const batch = await rehearse(ports.unitOfWork, (unit) =>
        absentIn(ports, unit, caller, id, awayPeriods, after),
      );
      touched.push(...batch.touched);
      after = batch.last;
    } while (after !== null);
    const theirs: Occurrence[] = [];
    const assignee = { kind: 'member', memberId: id } as const;
    for (const { from, to } of awayPeriods)
      theirs.push(...(await openOnes(ports, ports, caller, { from, to, assignee })));
    const { date: today } = householdNow(caller, ports.clock);
    return previewChanges(touched, untouched(theirs, touched), today, 'changed');
  };
}

/** What the absence does to a batch of series; `last`: where the next one begins. */
async function absentIn(
  ports: Ports,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  id: MemberId,
  awayPeriods: readonly AwayPeriod[],
  after: SeriesId | null,
): Promise<{ readonly touched: readonly WouldBe[]; readonly last: SeriesId | null }> {
  // The turns follow below.
  const alone: Ports = { ...joining(ports, unit), afterMembershipChange: () => Promise.resolve() };
  await editMember(alone)(caller, id, { awayPeriods });
  const last = await replanTurnsFrom(ports)(unit, caller.household, { memberId: id, kind: 'away' }, after);
  return { touched: listTouched(unit, caller), last };
}

async function previewOfTask(
  ports: Ports,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  taskId: TaskId,
): Promise<EditPreview> {
  const touched = listTouched(unit, caller);
  const tasks = new Set([taskId, ...touched.flatMap(({ after }) => after?.taskId ?? [])]);
  const open: Occurrence[] = [];
  for (const task of tasks) open.push(...(await openOnes(ports, unit, caller, { taskId: task })));
  return previewChanges(touched, untouched(open, touched), householdNow(caller, ports.clock).date, 'coming');
}

/** More than a task has open. */
const ALL = { limit: 10_000, after: null };

async function openOnes(
  { clock }: Ports,
  { occurrences }: { readonly occurrences: OccurrenceReader },
  caller: MemberCaller,
  filter: Partial<OccurrenceQuery>,
): Promise<readonly Occurrence[]> {
  const now = householdNow(caller, clock);
  const query = {
    ...NO_FILTER,
    view: 'all',
    viewer: caller.memberId,
    now,
    status: 'TODO',
    ...filter,
  } as const;
  return (await occurrences.list(caller.household.id, query, ALL)).rows;
}

/** What the transaction has done to occurrences that the caller sees, before or after. */
function listTouched({ journal }: Pick<UnitOfWorkScope, 'journal'>, { memberId }: MemberCaller): WouldBe[] {
  return journal.entries().flatMap((entry) => {
    if (entry.kind !== 'occurrence') return [];
    const { before, after } = entry;
    return [before, after].some((row) => row !== null && isVisibleTo(row, memberId))
      ? [{ before, after }]
      : [];
  });
}

function untouched(rows: readonly Occurrence[], touched: readonly WouldBe[]): Occurrence[] {
  const ids = new Set(touched.flatMap(({ before, after }) => [before?.id, after?.id]));
  return rows.filter(({ id }) => !ids.has(id));
}
