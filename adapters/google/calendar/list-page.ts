import { isObject, textIn } from './json.js';

export type ListPage = {
  readonly items: readonly unknown[];
  /** Absent on the last page only: a short or an empty one may well have a next. */
  readonly next: string | null;
};

/** A list without `items` is no empty list: who takes it for one deletes or creates everything. */
export function listPageOf(data: unknown): ListPage | null {
  if (!isObject(data) || !Array.isArray(data['items'])) return null;
  return { items: data['items'], next: textIn(data, 'nextPageToken') };
}
