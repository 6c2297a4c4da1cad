import type { Browser } from 'playwright-core';

/** What was measured, and how much of it there may be. */
export type Bar = {
  readonly name: string;
  readonly figure: number;
  readonly limit: number;
  readonly unit: string;
};

export type Place = { readonly browser: Browser; readonly base: string };
