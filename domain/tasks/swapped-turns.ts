import type { Occurrence } from './occurrence.js';
import type { RowPatch } from './series-plan.js';

/** Two occurrences exchange their people; both become exceptions, so that no regeneration undoes the swap. */
export function planSwap(
  one: Pick<Occurrence, 'responsibleMemberIds'>,
  other: Pick<Occurrence, 'responsibleMemberIds'>,
): readonly [RowPatch, RowPatch] {
  return [taking(other), taking(one)];
}

function taking({ responsibleMemberIds }: Pick<Occurrence, 'responsibleMemberIds'>): RowPatch {
  return { responsibleMemberIds, turnReason: 'SWAP', isException: true };
}
