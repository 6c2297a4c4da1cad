import type { SeriesRow } from './series.js';
import { change, type RowChange } from './series-plan.js';

/** Two occurrences exchange their people; both become exceptions, so that no regeneration undoes the swap. */
export function planSwap(one: SeriesRow, other: SeriesRow): readonly [RowChange, RowChange] {
  const taking = ({ responsibleMemberIds }: SeriesRow) =>
    ({ responsibleMemberIds, turnReason: 'SWAP', isException: true }) as const;
  return [change(one, taking(other)), change(other, taking(one))];
}
