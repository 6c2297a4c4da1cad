import { signal } from '@preact/signals';
import type { Fields } from '../data/merge.ts';

/** What can be done with tasks without opening them; `menu` offers all of it, `why` says whose turn it is and why. */
export type RowAct = 'menu' | 'why' | 'swap' | 'move' | 'assign' | 'skip' | 'delete';

export type Asked = {
  /** `edit`: what is to be changed is known, but not how far it reaches in its series. */
  readonly act: RowAct | 'edit';
  readonly edit?: { readonly set: Fields; readonly text: string };
  /** Of occurrences. */
  readonly ids: readonly string[];
  /** After it was done, not when it was left. */
  readonly then?: () => void;
};

/** What somebody is about to do with tasks: the page asks whatever is to be asked, in a dialog of its own. */
export const asked = signal<Asked | null>(null);
