import { signal } from '@preact/signals';

/** What can be done with tasks without opening them; `menu` offers all of it. */
export type RowAct = 'menu' | 'move' | 'assign' | 'skip' | 'delete';

export type Asked = {
  readonly act: RowAct;
  /** Of occurrences. */
  readonly ids: readonly string[];
  /** After it was done, not when it was left. */
  readonly then?: () => void;
};

/** What somebody is about to do with tasks: the page asks whatever is to be asked, in a dialog of its own. */
export const asked = signal<Asked | null>(null);
