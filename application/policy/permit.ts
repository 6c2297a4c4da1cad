import { mayDo } from '../../domain/displays/rights.js';
import { isAllowed } from '../../domain/households/rights.js';
import type { MemberCaller } from '../shared/caller.js';
import { forbidden } from '../shared/errors.js';
import { notForThem, notOnDisplays } from '../shared/require-right.js';
import { policyOf, type OperationName } from './operations.js';

/** The caller, if they may ask for the operation; otherwise FORBIDDEN with the reason. */
export function permit<C extends MemberCaller>(caller: C, operation: OperationName): C {
  const { who, display: right } = policyOf(operation);
  const { display, memberId, group } = caller;
  if (display !== undefined) {
    const isSomebodyChosen = memberId !== (display.id as string);
    const may = mayDo(right, isSomebodyChosen);
    if (may === 'no') throw notOnDisplays();
    if (may === 'chooseFirst') throw forbidden('NOBODY_CHOSEN', 'Choose who does it: POST /v1/displays/act');
  }
  if (!isAllowed(group, who, display !== undefined)) throw notForThem();
  return caller;
}
