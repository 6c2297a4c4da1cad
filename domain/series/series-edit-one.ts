import type { SeriesRow } from './series.js';
import type { SeriesEdit } from './series-edit.js';
import { change, planned, refused, type Planned, type RowPatch } from './series-plan.js';

/**
 * Scope `this`: the occurrence alone, which becomes an exception. It keeps its index and its original date, so the
 * date that it leaves stays taken.
 */
export function planEditOne(target: SeriesRow, edit: SeriesEdit): Planned {
  if (edit.recurrence !== undefined) return onlyOfSeveral('recurrence');
  if (edit.rotation !== undefined) return onlyOfSeveral('rotation');
  const { content, date, responsibleMemberIds } = edit;
  const set: RowPatch = {
    isException: true,
    ...(date === undefined ? {} : { date }),
    ...(responsibleMemberIds === undefined ? {} : { responsibleMemberIds, turnReason: 'MANUAL' }),
    ...(content === undefined ? {} : { content }),
  };
  return planned({ change: [change(target, set)] });
}

function onlyOfSeveral(field: string): Planned {
  return refused(field, 'scope', 'belongs to the series: use scope following or all');
}
