/**
 * One problem of an input: the field, the rule that the field violates, and a message for the developer of
 * the client.
 */
export type Problem = { readonly field: string; readonly rule: string; readonly message: string };

export function problem(field: string, rule: string, message: string): Problem {
  return { field, rule, message };
}

/** The result of reading an input: either its value, or all problems. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };
