import type { Scope, SeriesFields, TaskEdit } from '../../domain/series/edit-request.js';
import { previewEdit, type EditPreview } from '../../domain/series/preview.js';
import type { OccurrenceId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import { type Precondition } from './version-conflict.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { Ports } from '../composition/use-case-ports.js';
import { deleteOccurrence } from '../tasks/delete-occurrence.js';
import { editOccurrence } from '../tasks/edit-occurrence.js';
import { editSeries } from './edit-series.js';
import { joinTransaction, dryRun } from '../composition/dry-run.js';
import { eachOpenOccurrence, isUnchangedRow, listChanges } from './changed-occurrences.js';

/**
 * A preview carries out the edit itself in a transaction that is rolled back. So it throws the same errors,
 * counts what the edit would do, and holds the same locks. It notifies nobody and queues no jobs.
 */

/** Returns what {@link editOccurrence} would change. It throws the same errors. */
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

/** Returns what {@link deleteOccurrence} would change. It throws the same errors. */
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
  return dryRun(ports.unitOfWork, async (unit) => {
    const target = await unit.occurrences.find(caller.household.id, id, caller.memberId);
    if (target === null) throw taskNotFound();
    await edit(joinTransaction(ports, unit));
    return previewOfTask(ports, unit, caller, target.taskId);
  });
}

/** Returns what {@link editSeries} would change. It throws the same errors. */
export function previewSeriesEdit(ports: Ports) {
  return (
    caller: MemberCaller,
    id: SeriesId,
    edit: SeriesFields,
    precondition: Precondition,
  ): Promise<EditPreview> =>
    dryRun(ports.unitOfWork, async (unit) => {
      const { series } = await editSeries(joinTransaction(ports, unit))(caller, id, edit, precondition);
      return previewOfTask(ports, unit, caller, series.taskId);
    });
}

async function previewOfTask(
  ports: Ports,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  taskId: TaskId,
): Promise<EditPreview> {
  const touched = listChanges(unit, caller);
  const tasks = new Set([taskId, ...touched.flatMap(({ after }) => after?.taskId ?? [])]);
  const open: Occurrence[] = [];
  for (const task of tasks)
    for await (const row of eachOpenOccurrence(ports, unit, caller, { taskId: task })) open.push(row);
  const kept = open.filter(isUnchangedRow(touched));
  return previewEdit(touched, kept, householdNow(caller, ports.clock).date);
}
