/**
 * One problem of an input: the field, the rule that it breaks, and a message for the developer who reads it.
 */
export type Problem = { readonly field: string; readonly rule: string; readonly message: string };

/** The value that was read, or all of its problems. */
export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };
