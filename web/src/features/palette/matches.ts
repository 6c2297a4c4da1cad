import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import Repeat from 'lucide/dist/esm/icons/repeat.mjs';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import Tag from 'lucide/dist/esm/icons/tag.mjs';
import User from 'lucide/dist/esm/icons/user.mjs';
import type { SearchMatch } from '../../data/search.ts';
import type { IconNode } from '../../ui/icon.tsx';

export const RESULT_ICONS: Readonly<Record<SearchMatch['kind'], IconNode>> = {
  TASK: CircleCheck,
  SERIES: Repeat,
  SHOPPING: ShoppingBasket,
  MEMBER: User,
  CATEGORY: Tag,
  TEMPLATE: CircleCheck,
};

/** Returns the members whose avatars are shown next to a search result. */
export const listResultPeople = ({ kind, id, responsibleMemberIds }: SearchMatch): readonly string[] =>
  kind === 'MEMBER' ? [id] : responsibleMemberIds;

/** Returns the address of a search result. null if it has none. */
export function findAddress({ kind, id, occurrenceId }: SearchMatch, base: string): string | null {
  switch (kind) {
    case 'SHOPPING':
      return `${base}/shopping`;
    case 'MEMBER':
      return `${base}/tasks?member=${id}`;
    case 'CATEGORY':
      return `${base}/tasks?category=${id}`;
    case 'TEMPLATE':
      return `${base}/templates`;
    default:
      return occurrenceId === null ? null : `${base}/occurrences/${occurrenceId}`;
  }
}
