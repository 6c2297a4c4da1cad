/**
 * The right of a display to use an operation. `read`: always allowed. `act`: allowed if a member is chosen on
 * the display. `never`: refused.
 */
export type DisplayRight = 'read' | 'act' | 'never';

/**
 * Returns whether a display may use the operation. `chooseFirst` means that a member must be chosen on the
 * display first.
 */
export function mayDo(right: DisplayRight, isSomebodyChosen: boolean): 'yes' | 'chooseFirst' | 'no' {
  if (right === 'never') return 'no';
  return right === 'read' || isSomebodyChosen ? 'yes' : 'chooseFirst';
}
