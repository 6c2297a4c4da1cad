import type { Browser } from 'playwright-core';

/** A measured value and its limit. */
export type Bar = {
  readonly name: string;
  readonly figure: number;
  readonly limit: number;
  readonly unit: string;
};

export type Place = { readonly browser: Browser; readonly base: string };
