import { createRequire } from 'node:module';
import path from 'node:path';

/** Libraries that only comparisons need. They have a package file of their own. */
export type Chrono = Record<
  'en' | 'fr',
  { parse(text: string, reference: Date, options: { forwardDate: boolean }): unknown }
>;
export type RRuleRust = {
  readonly DateTime: { fromString(text: string): unknown };
  readonly RRuleSet: {
    parse(text: string): { between(first: unknown, last: unknown, inclusive: boolean): readonly unknown[] };
  };
};

export const loadChrono = () => load<Chrono>('chrono-node');
export const loadRRuleRust = () => load<RRuleRust>('rrule-rust');

function load<Library>(name: string): Library {
  try {
    return createRequire(path.resolve('tests/bench/package.json'))(name) as Library;
  } catch (cause) {
    throw new Error(`${name} is not installed: npm ci --prefix tests/bench`, { cause });
  }
}
