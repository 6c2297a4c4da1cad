import { afterAll, describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import { createRequire } from 'node:module';
import type * as RRule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { addDays, civilDate, type CivilDate } from '../../../domain/shared/civil-date.js';
import { candidates } from '../../../domain/recurrence/dates-per-month.js';
import { expand } from '../../../domain/recurrence/expand.js';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { arbitraryRule, arbitraryStart } from './support/arbitrary-rule.js';

// Its ES module has no extension on its own imports, which Node refuses.
const { rrulestr } = createRequire(import.meta.url)('rrule') as typeof RRule;

const { seed } = fc.readConfigureGlobal();
const { numRuns: RULES } = runs(600);
/** The library that takes several times as long as the other is asked of a third. */
const { numRuns: SLOWLY } = runs(200);
const LEAST_COMPARED = 0.65;
const DAYS = { daily: 150, weekly: 350, monthly: 1200, yearly: 4500 };
const FAR = civilDate('9998-12-31');

const samples = fc
  .sample(fc.tuple(arbitraryRule, arbitraryStart), RULES)
  .map(([rule, start]) => ({ rule: bounded(rule, start), start }));

/** Libraries walk to the end of time after a date that never comes, so each rule ends soon. */
function bounded({ count, ...rule }: RecurrenceRule, start: CivilDate): RecurrenceRule {
  const last = addDays(start, DAYS[rule.frequency]);
  const found = [...expand(rule, start, start, last)].length;
  if (count !== undefined && found > 0) return { ...rule, count: Math.min(count, found) };
  return { ...rule, until: rule.until !== undefined && rule.until < last ? rule.until : last };
}

/** Where RFC 7529 has to be written because RFC 5545 has no words for the rule. */
const usesSkip = (rule: RecurrenceRule) => toRRule(rule).startsWith('RSCALE');

/** Why rrule 2.8.1 gives other dates than RFC 5545 says; undefined where it must agree. */
function knownOfRRule(rule: RecurrenceRule): string | undefined {
  const { byDay = [], bySetPosition: positions = [] } = rule;
  if (usesSkip(rule)) return 'does not know RFC 7529';
  const ordinals = byDay.filter(({ nthOfPeriod }) => nthOfPeriod !== undefined).length;
  if (ordinals > 0 && ordinals < byDay.length)
    return 'BYDAY=SA,1MO wants both at once (dateutil too), not either';
  const fewest = candidates(rule).atLeast * (rule.frequency === 'yearly' ? new Set(rule.byMonth).size : 1);
  if (positions.some((position) => position < -Math.max(fewest, 1)))
    return 'the -9th of four is the first: slice(-9)[0]';
  if (positions.length > 1)
    return 'positions in the order written, doubles too, until the first past the end';
  return undefined;
}

/** Why rrule-temporal 2.2.7 gives other dates than RFC 7529 says; undefined where it must agree. */
function knownOfTemporal(rule: RecurrenceRule): string | undefined {
  if (!usesSkip(rule)) return undefined;
  if (rule.byDay !== undefined || rule.bySetPosition !== undefined)
    return 'moves days after BYDAY and BYSETPOS, RFC 7529 section 4.1 before';
  if (rule.byMonthDay !== undefined && rule.byMonthDay.length > 1)
    return 'moves a day only in months that have no other day of the list';
  if (rule.byMonthDay?.some((day) => day < -28))
    return 'moves -31 in April to its end or past it, but that day would lie before its first';
  if (rule.skip === 'forward' && rule.frequency === 'monthly' && rule.byMonthDay !== undefined)
    return 'BYMONTHDAY=30;SKIP=FORWARD gives no 1 March, which the same rule without BYMONTHDAY gives';
  return undefined;
}

const lines = (rule: RecurrenceRule, start: CivilDate) =>
  `DTSTART:${start.replaceAll('-', '')}T000000Z\nRRULE:${toRRule(rule)}`.replace(
    /(UNTIL=\d{8})/,
    '$1T000000Z',
  );

const rruleDates = (text: string) =>
  rrulestr(text)
    .all()
    .map((date) => date.toISOString().slice(0, 10));

const temporalDates = (text: string) =>
  new RRuleTemporal({ rruleString: text, maxIterations: 1_000_000 })
    .all()
    .map((date) => date.toString().slice(0, 10));

describe(`${RULES} random rules, PROPERTY_SEED=${seed}`, () => {
  const summary: object[] = [];
  afterAll(() => console.log(`PROPERTY_SEED=${seed}`, summary));

  test.each([
    ['rrule', rruleDates, knownOfRRule, RULES],
    ['rrule-temporal', temporalDates, knownOfTemporal, SLOWLY],
  ] as const)(
    '%s gives the same dates',
    (library, datesOf, known, rules) => {
      const explained: Record<string, number> = {};
      let compared = 0;
      let dates = 0;
      for (const { rule, start } of samples.slice(0, rules)) {
        const reason = known(rule);
        if (reason !== undefined) {
          explained[reason] = (explained[reason] ?? 0) + 1;
          continue;
        }
        const text = lines(rule, start);
        const ours = [...expand(rule, start, start, FAR)].map(({ date }) => date);
        expect({ text, dates: ours }).toEqual({ text, dates: datesOf(text) });
        compared += 1;
        dates += ours.length;
      }
      summary.push({ library, compared, dates, explained });
      expect(compared).toBeGreaterThanOrEqual(rules * LEAST_COMPARED);
    },
    120_000,
  );
});
