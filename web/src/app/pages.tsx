import type { ComponentType } from 'preact';
import Sun from 'lucide/dist/esm/icons/sun.mjs';
import { Today } from '../features/today/today.tsx';
import type { Key } from '../i18n/t.ts';
import type { IconNode } from '../ui/icon.tsx';

type Page = {
  /** Below `/households/:household`. */
  readonly path: string;
  readonly component: ComponentType;
  /** How the navigation names it; absent: it is not in the navigation. */
  readonly nav?: { readonly key: Key; readonly icon: IconNode; readonly letter: string };
};

/**
 * The pages of a household, in the order of the navigation. A feature adds its page here, `lazy`, and its address is in `routes.ts`.
 */
export const PAGES: readonly Page[] = [
  { path: '/today', component: Today, nav: { key: 'nav.today', icon: Sun, letter: 't' } },
];

void lazy;
