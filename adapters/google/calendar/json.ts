import { isJsonObject, type JsonObject } from '../../../domain/shared/json.js';
import type { Instant } from '../../../domain/shared/zone.js';

/** Returns the object in this property. Returns an empty object if the property is not an object. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

/**
 * Returns a text property, or null if it is not text. NUL characters are removed and lone surrogates are replaced,
 * because PostgreSQL cannot store them.
 */
export function textIn(object: JsonObject, name: string): string | null {
  const value = object[name];
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : null;
}

export type ListPage = {
  /** The time of the answer, by Google's clock. */
  readonly date: Instant;
  readonly items: readonly unknown[];
  /** The token of the next page. It is null only on the last page: a short or even empty page can have a next one. */
  readonly next: string | null;
};

/**
 * Reads a page of a list. Returns null if `items` is missing. The answer must not count as an empty list then,
 * because the caller would delete or create everything.
 */
export function readListPage(data: unknown, date: Instant): ListPage | null {
  if (!isJsonObject(data) || !Array.isArray(data['items'])) return null;
  return { date, items: data['items'], next: textIn(data, 'nextPageToken') };
}
