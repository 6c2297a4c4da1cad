import type { Visibility } from '../shared/visibility.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { fieldsOfVisibility } from '../tasks/task-visibility.js';
import { toRowChange, type RowChange, type SeriesPlan } from './plan.js';

/**
 * Adds a new visibility to the plan of an edit. It applies to every given occurrence that the plan does not
 * remove, including past, finished, deleted and changed ones.
 */
export function withVisibility(
  plan: SeriesPlan,
  occurrences: readonly Occurrence[],
  visibility: Visibility,
): SeriesPlan {
  const removed = new Set(plan.remove.map(({ id }) => id));
  const changes = new Map(plan.change.map((one) => [one.id, one]));
  for (const row of occurrences) {
    if (row.visibility === visibility || removed.has(row.id)) continue;
    const set = changes.get(row.id)?.set;
    if (set?.content?.visibility === undefined) changes.set(row.id, shown(row, set, visibility));
  }
  return { ...plan, change: [...changes.values()] };
}

function shown(row: Occurrence, set: RowChange['set'] = {}, visibility: Visibility): RowChange {
  const { responsibleMemberIds, turnReason, turnOf, swappedTo, balancedTo } = { ...row, ...set };
  const given = { ...row, responsibleMemberIds, turnReason, turnOf, swappedTo, balancedTo };
  return toRowChange(row, {
    ...set,
    ...fieldsOfVisibility(given, visibility),
    content: { ...set.content, visibility },
  });
}
