/**
 * The right of a display to use an operation: `read` is always allowed, `act` requires that a member is chosen,
 * and `never` is refused.
 */
export type DisplayRight = 'read' | 'act' | 'never';

/**
 * Returns whether a display may use the operation. `chooseFirst` means that a member has to be chosen before.
 */
export function mayDo(right: DisplayRight, isSomebodyChosen: boolean): 'yes' | 'chooseFirst' | 'no' {
  if (right === 'never') return 'no';
  return right === 'read' || isSomebodyChosen ? 'yes' : 'chooseFirst';
}
