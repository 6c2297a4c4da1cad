/** Texts that `check-texts.mjs` accepts although they contain one of its words, each with the reason. */
export const ALLOWED = [
  {
    path: 'tests/http/shopping/shopping.test.ts',
    text: '[limit-told-otherwise, L01]',
    reason: 'the name of a class of public bug reports',
  },
];
