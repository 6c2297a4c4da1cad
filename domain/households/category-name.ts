import { normalize } from '../shared/normal-form.js';

/** Returns the key by which category names are compared. Names that differ only in case have the same key. */
export function categoryNameKey(name: string): string {
  return normalize(name).toLowerCase();
}
