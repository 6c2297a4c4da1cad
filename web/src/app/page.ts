import type { ComponentType } from 'preact';
import type { Key } from '../i18n/t.ts';
import type { IconNode } from '../ui/icon.tsx';

/** The messages that name pages have no arguments. */
type NavKey = Extract<Key, `nav.${string}`>;

export type HouseholdPage = {
  /** Relative to `/households/:household`. The path must also be listed in `routes.ts`. */
  readonly path: string;
  readonly component: ComponentType;
  /** Hidden from children and guests, who cannot use it. */
  readonly isForAdults?: true;
  /**
   * Its entry in the navigation, and the letter that opens it after `g`. Missing if it is not in the
   * navigation.
   */
  readonly nav?: { readonly key: NavKey; readonly icon: IconNode; readonly letter: string };
};
