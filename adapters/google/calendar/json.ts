import type { Instant } from '../../../domain/shared/zone.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The library hands on whatever came, also a page that was sent with 200: nothing is what its types say. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An empty object where there is none. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}

/** Without NUL and broken surrogates, which JSON may hold and PostgreSQL does not. */
export function textIn(object: JsonObject, name: string): string | null {
  const value = object[name];
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : null;
}

export type ListPage = {
  /** When it was answered, by Google's clock. */
  readonly date: Instant;
  readonly items: readonly unknown[];
  /** Absent on the last page only: a short or an empty one may well have a next. */
  readonly next: string | null;
};

/** A list without `items` is no empty list: who takes it for one deletes or creates everything. */
export function readListPage(data: unknown, date: Instant): ListPage | null {
  if (!isObject(data) || !Array.isArray(data['items'])) return null;
  return { date, items: data['items'], next: textIn(data, 'nextPageToken') };
}
