import type { UndoPlan } from '../../domain/operations/undo.js';
import type { UndoContext } from '../../domain/operations/undo-context.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { BulkActor } from '../bulk/bulk-work.js';
import {
  type DomainEvents,
  type DomainEventContent,
  type OccurrenceAction,
  raiseEvent,
} from '../shared/events/domain-event.js';

/**
 * Raises the domain events of the changes that an undo makes. For example, an occurrence that leaves the trash is
 * `restored`, and one that was done and is open again is `reopened`.
 */
export function raiseUndoEvents(
  events: DomainEvents,
  actor: BulkActor,
  { remove, change, create }: UndoPlan,
  { rows, now }: UndoContext,
): void {
  const raise = (content: DomainEventContent) => raiseEvent(events, actor, now, content);
  const series = new Map(
    [...rows.series.values(), ...change.series, ...create.series].map((one) => [one.id, one]),
  );
  const seriesWithEvent = new Set([
    ...[...change.series, ...create.series].map(({ id }) => id),
    ...remove.series,
  ]);
  for (const id of seriesWithEvent) {
    const record = series.get(id);
    const before = rows.series.get(id);
    if (record)
      raise({
        kind: 'series',
        action:
          remove.series.includes(id) || (record.ended && before?.ended === false) ? 'deleted' : 'edited',
        series: record,
        ...(before && { visibilityBefore: before.template.visibility }),
      });
  }
  const isInEventOfSeries = (row: Occurrence) => row.seriesId !== null && seriesWithEvent.has(row.seriesId);
  for (const after of change.occurrence) {
    const before = rows.occurrence.get(after.id) ?? null;
    if (!isInEventOfSeries(after))
      raise({ kind: 'occurrence', action: judgeAction(before, after), before, after });
  }
  for (const after of create.occurrence)
    if (!isInEventOfSeries(after)) raise({ kind: 'occurrence', action: 'restored', before: null, after });
  for (const id of remove.occurrence) {
    const before = rows.occurrence.get(id);
    if (before && !isInEventOfSeries(before))
      raise({ kind: 'occurrence', action: 'deleted', before, after: { ...before, deletedAt: now } });
  }
  for (const { id } of change.member) raise({ kind: 'member', action: 'edited', memberId: id });
  if (change.household.length > 0) raise({ kind: 'household', action: 'edited' });
  for (const category of change.category) raise({ kind: 'category', action: 'edited', category });
  for (const category of create.category) raise({ kind: 'category', action: 'created', category });
  for (const id of remove.category) {
    const category = rows.category.get(id);
    if (category) raise({ kind: 'category', action: 'deleted', category });
  }
  const isShopping = [remove, change, create].some(
    ({ shoppingItem, shoppingList }) => shoppingItem.length + shoppingList.length > 0,
  );
  if (isShopping) raise({ kind: 'shopping' });
  for (const pause of create.pause) raise({ kind: 'pause', action: 'paused', pause });
  for (const id of remove.pause) {
    const pause = rows.pause.get(id);
    if (pause) raise({ kind: 'pause', action: 'resumed', pause });
  }
  if ([remove, change, create].some(({ dayCalendar }) => dayCalendar.length > 0)) raise({ kind: 'days' });
}

function judgeAction(before: Occurrence | null, after: Occurrence): OccurrenceAction {
  if (before !== null && before.deletedAt !== after.deletedAt)
    return after.deletedAt === null ? 'restored' : 'deleted';
  if (before === null) return 'edited';
  if (before.status === after.status) {
    const added = after.doneBy.length - before.doneBy.length;
    if (added === 0) return 'edited';
    return added > 0 ? 'completed' : 'reopened';
  }
  const actions = { TODO: 'reopened', DONE: 'completed', SKIPPED: 'skipped', CANCELLED: 'deleted' } as const;
  return actions[after.status];
}
