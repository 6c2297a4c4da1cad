/** One invalid part of an input: `field` as in `rotation.order[0]`, `rule` a stable word, `message` for developers. */
export type Problem = { readonly field: string; readonly rule: string; readonly message: string };
