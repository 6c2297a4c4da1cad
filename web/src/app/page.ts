import type { ComponentType } from 'preact';
import type { Key } from '../i18n/t.ts';
import type { IconNode } from '../ui/icon.tsx';

/** The messages that name pages have no arguments. */
type NavKey = Extract<Key, `nav.${string}`>;

export type HouseholdPage = {
  /** The path of the page, relative to `/households/:household`. It must also be listed in `routes.ts`. */
  readonly path: string;
  readonly component: ComponentType;
  /** True if the page is hidden from children and guests, because they cannot use it. */
  readonly isForAdults?: true;
  /**
   * The entry of the page in the navigation, and the letter that opens the page after `g`. Missing if the page is
   * not in the navigation.
   */
  readonly nav?: { readonly key: NavKey; readonly icon: IconNode; readonly letter: string };
};
