/** One thing wrong with an input: which field, which rule it breaks, and a sentence for the developer who reads it. */
export type Problem = { readonly field: string; readonly rule: string; readonly message: string };
