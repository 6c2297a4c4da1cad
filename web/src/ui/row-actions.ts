import { signal } from '@preact/signals';
import type { Fields } from '../data/merge.ts';

/** The actions on a task from its row. `menu` shows all of them; `why` explains whose turn it is. */
export type RowAct = 'menu' | 'why' | 'swap' | 'move' | 'assign' | 'skip' | 'delete';

export type ChosenAction = {
  /**
   * The chosen action. `edit` means that the new values are already known, and the dialog only asks for the scope.
   */
  readonly act: RowAct | 'edit';
  readonly edit?: { readonly set: Fields; readonly text: string };
  /** The ids of the occurrences to which the action applies. */
  readonly ids: readonly string[];
  /** Called after the action was done, not if the dialog was cancelled. */
  readonly then?: () => void;
};

/** The action that the user has chosen in a row. The page shows the dialog for it. */
export const chosenAction = signal<ChosenAction | null>(null);
