/** One thing wrong with an input: which field, which rule it breaks, and a sentence for the developer who reads it. */
export type Problem = { readonly field: string; readonly rule: string; readonly message: string };

/** What was read, or all that is wrong with it. */
export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };
