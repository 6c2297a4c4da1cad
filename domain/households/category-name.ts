import { normalize } from '../shared/normal-form.js';

/** Returns the key by which category names are compared: two names that differ only in case are the same. */
export function categoryNameKey(name: string): string {
  return normalize(name).toLowerCase();
}
