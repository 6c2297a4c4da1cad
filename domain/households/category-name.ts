import { normalize } from '../shared/normal-form.js';

/** Two categories of a household are called the same when their names differ in nothing but case. */
export function categoryNameKey(name: string): string {
  return normalize(name).toLowerCase();
}
