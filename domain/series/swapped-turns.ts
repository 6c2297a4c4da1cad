import type { MemberId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { RowPatch } from './series-plan.js';

/**
 * Two members take each other's turn; who shares a turn with one of them keeps it. Both occurrences become exceptions,
 * so that no regeneration undoes the swap.
 */
export function planSwap(
  offered: Pick<Occurrence, 'responsibleMemberIds'>,
  asked: Pick<Occurrence, 'responsibleMemberIds'>,
  { asker, answerer }: { readonly asker: MemberId; readonly answerer: MemberId },
): readonly [RowPatch, RowPatch] {
  return [taking(offered, asker, answerer), taking(asked, answerer, asker)];
}

function taking(
  { responsibleMemberIds }: Pick<Occurrence, 'responsibleMemberIds'>,
  from: MemberId,
  to: MemberId,
): RowPatch {
  const members = responsibleMemberIds.map((id) => (id === from ? to : id));
  return { responsibleMemberIds: [...new Set(members)], turnReason: 'SWAP', isException: true };
}
