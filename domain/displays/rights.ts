/** What a display may do of a household: `read`, `act` as soon as somebody is chosen, or `never`. */
export type DisplayRight = 'read' | 'act' | 'never';

/** Whether a display may do it; `chooseFirst`: not before somebody is chosen who does it. */
export function mayDo(right: DisplayRight, isSomebodyChosen: boolean): 'yes' | 'chooseFirst' | 'no' {
  if (right === 'never') return 'no';
  return right === 'read' || isSomebodyChosen ? 'yes' : 'chooseFirst';
}
