import type { ComponentType } from 'preact';
import type { Key } from '../i18n/t.ts';
import type { IconNode } from '../ui/icon.tsx';

/** Names of pages need no arguments. */
type NavKey = Extract<Key, `nav.${string}`>;

export type Page = {
  /** Below `/households/:household`; its address is in `routes.ts` too. */
  readonly path: string;
  readonly component: ComponentType;
  /** Children and guests neither see it in the navigation nor use it. */
  readonly isForGrownUps?: true;
  /** How the navigation shows it, and the letter that goes there after `g`; absent: it is not in the navigation. */
  readonly nav?: { readonly key: NavKey; readonly icon: IconNode; readonly letter: string };
};
