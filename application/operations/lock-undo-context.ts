import { isPersonalToFormer } from '../days/pauses.js';
import type { LockedHousehold } from '../households/lock-membership.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { isOver } from '../../domain/days/pause.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { turnsVisibility } from '../../domain/operations/hidden-rows.js';
import type { Inverse, RowInverse } from '../../domain/operations/inverse.js';
import { idsOfInverse } from '../../domain/operations/undo.js';
import type { UndoContext } from '../../domain/operations/undo-context.js';
import { isRule } from '../../domain/series/dates.js';
import { planContext, type SeriesRecord } from '../../domain/series/series.js';
import type { PauseId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';

/**
 * Locks and reads all rows that the undo may change, in the order that every transaction uses: series, categories,
 * occurrences, then all other rows.
 */
export async function lockUndoContext(
  {
    households,
    series,
    occurrences,
    categories,
    shopping,
    templates,
    swaps,
    dayCalendars,
    pauses,
    tasks,
    attachments,
  }: UnitOfWorkScope,
  { household, members }: Pick<LockedHousehold, 'household' | 'members'>,
  inverse: Inverse,
  asked: Pick<UndoContext, 'now' | 'by' | 'viewer'>,
): Promise<UndoContext> {
  const ids = idsOfInverse(inverse);
  if (ids.series.length + ids.occurrence.length > 0) await series.lockAll(household.id);
  const lockedSeries = await series.findAll(household.id, ids.series);
  const allCategories = await categories.lockAll(household.id);
  const lockedOccurrences = await occurrences.lockAll(household.id, ids.occurrence);
  const removed = inverse.flatMap((one) =>
    one.kind === 'occurrence' && one.did === 'removed' ? [one.row] : [],
  );
  const ofOccurrences = await series.findAll(household.id, [
    ...new Set([...lockedOccurrences, ...removed].flatMap(({ seriesId }) => seriesId ?? [])),
  ]);
  const withPlaces = seriesOfPlaces(inverse, [...lockedOccurrences, ...removed]);
  const whole = ofOccurrences.filter(({ id, recurrence }) => !isRule(recurrence) || withPlaces.has(id));
  const wanted = [...new Set([...lockedSeries, ...whole].map(({ id }) => id))];
  const rowsOfSeries =
    wanted.length === 0
      ? new Map<SeriesId, readonly Occurrence[]>()
      : await occurrences.ofManyForUpdate(household.id, wanted.map(wholeSeries));
  const turned = tasksTurnedBy(inverse, [...lockedSeries, ...lockedOccurrences]);
  const rowsOfTurnedTasks: (Occurrence | SeriesRecord)[] = [];
  for (const id of turned)
    rowsOfTurnedTasks.push(
      ...(await tasks.seriesForUpdate(household.id, id)),
      ...(await tasks.occurrencesForUpdate(household.id, id)),
    );
  const all = await households.members(household.id, { withFormer: true });
  const isShopping = ids.shoppingItem.length + ids.shoppingList.length > 0;
  const lists = isShopping ? await shopping.lockLists(household.id) : [];
  const items = isShopping ? await shopping.whole(household.id) : [];
  const turns = planContext(household, listAwayPeriods(all), asked.now);
  const allPauses = ids.pause.length > 0 ? await pauses.lockAll(household.id) : [];
  const named = new Set<PauseId>(ids.pause);
  return {
    rows: {
      household: byId([household]),
      member: byId(members),
      category: byId(allCategories),
      series: byId([...lockedSeries, ...ofOccurrences]),
      occurrence: byId(lockedOccurrences),
      shoppingItem: byId(items),
      shoppingList: byId(lists),
      dayCalendar: byId(ids.dayCalendar.length > 0 ? await dayCalendars.lockAll(household.id) : []),
      pause: byId(allPauses.filter(({ id }) => named.has(id))),
      template: byId(await findEach(ids.template, (id) => templates.findForUpdate(household.id, id))),
      swap: byId(await findEach(ids.swap, (id) => swaps.findForUpdate(household.id, id))),
    },
    rowsOfSeries,
    rowsOfTurnedTasks,
    files: await attachments.countOf(household.id, tasksOf(inverse, [...lockedSeries, ...lockedOccurrences])),
    members: new Map(members.map((member) => [member.id, member])),
    turns,
    categories: allCategories,
    shoppingItems: items,
    shoppingLists: lists,
    countedPauses: new Set(
      allPauses
        .filter((pause) => !isOver(pause, turns.today) && !isPersonalToFormer(pause, all))
        .map(({ id }) => id),
    ),
    templateCount: ids.template.length > 0 ? await templates.countOf(household.id) : 0,
    ...asked,
  };
}

/** Returns the selection of all rows of a series, for `ofManyForUpdate`. */
export const wholeSeries = (id: SeriesId) => ({ id, from: null });

type OfTask = { readonly id: string; readonly taskId: TaskId };

/** Returns the tasks that rows of the inverse belong to now, or will belong to after the undo. */
function tasksOf(inverse: Inverse, rows: readonly OfTask[]): readonly TaskId[] {
  const returning = inverse.flatMap((one) => taskBefore(one) ?? []);
  return [...new Set([...rows.map(({ taskId }) => taskId), ...returning])];
}

/** Returns the tasks that the undo makes PERSONAL or SHARED. */
function tasksTurnedBy(inverse: Inverse, rows: readonly OfTask[]): ReadonlySet<TaskId> {
  const now = new Map<string, TaskId>(rows.map(({ id, taskId }) => [id, taskId]));
  return new Set(inverse.filter(turnsVisibility).flatMap((one) => taskBefore(one) ?? now.get(one.id) ?? []));
}

/** Returns the task to which the undo returns a row. null if it does not change the row's task. */
function taskBefore(one: RowInverse): TaskId | null {
  if (one.did === 'removed') return 'taskId' in one.row ? one.row.taskId : null;
  return one.did === 'changed' ? ((one.fields['taskId']?.before as TaskId | undefined) ?? null) : null;
}

/** Finds the rows one after the other, because a transaction runs one statement at a time. Skips deleted rows. */
async function findEach<Id, Row>(
  ids: readonly Id[],
  find: (id: Id) => Promise<Row | null>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const id of ids) rows.push(...[await find(id)].filter((row) => row !== null));
  return rows;
}

/** Returns the series of the rows that the undo creates, removes or moves. `rows` are the rows before the undo. */
function seriesOfPlaces(inverse: Inverse, rows: readonly Occurrence[]): ReadonlySet<SeriesId> {
  const moving = new Set<string>(
    inverse
      .filter((one) => one.did !== 'changed' || PLACE.some((field) => field in one.fields))
      .map(({ id }) => id),
  );
  return new Set(rows.flatMap(({ id, seriesId }) => (moving.has(id) && seriesId !== null ? [seriesId] : [])));
}

/**
 * The fields that say to which series an occurrence belongs, which date of its rule it stands for, and whether it is
 * in the trash.
 */
const PLACE: readonly (keyof Occurrence)[] = [
  'deletedAt',
  'seriesId',
  'seriesIndex',
  'originalDate',
  'originalTime',
];

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
