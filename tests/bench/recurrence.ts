import { createRequire } from 'node:module';
import type * as RRule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { civilDate, type CivilDate } from '../../domain/shared/civil-date.js';
import { expand } from '../../domain/recurrence/expand.js';
import { readRecurrence } from '../../domain/recurrence/read-recurrence.js';
import { loadRRuleRust } from './peers.js';

// The ES module of this package imports files without their extension, which Node rejects.
const { rrulestr } = createRequire(import.meta.url)('rrule') as typeof RRule;

type Case = { readonly name: string; readonly rule: string; readonly start: CivilDate };

/** A window of 90 days. */
const FROM = civilDate('2026-03-01');
const TO = civilDate('2026-05-30');
const LAST = civilDate('2026-05-29');

const DAILY = 'FREQ=DAILY;INTERVAL=3';
const CASES: readonly Case[] = [
  { name: 'weekly, 1 year old', rule: 'FREQ=WEEKLY;BYDAY=TU', start: civilDate('2025-03-04') },
  { name: 'weekly, 10 years old', rule: 'FREQ=WEEKLY;BYDAY=TU', start: civilDate('2016-03-01') },
  {
    name: 'monthly last Friday, 10 years old',
    rule: 'FREQ=MONTHLY;BYDAY=-1FR',
    start: civilDate('2016-02-26'),
  },
  { name: 'daily every 3, 30 years old', rule: DAILY, start: civilDate('1996-03-01') },
];

/** A recurrence library. Each call parses the rule and lists the dates in the window. */
type Engine = { readonly name: string; readonly expand: (of: Case) => number };

const compact = (date: CivilDate) => `${date.replaceAll('-', '')}T000000Z`;
const lines = ({ rule, start }: Case) => `DTSTART:${compact(start)}\nRRULE:${rule}`;

function ours({ rule, start }: Case): number {
  const read = readRecurrence(rule);
  if (!read.ok || 'kind' in read.value) throw new Error(`Refused: ${rule}`);
  let dates = 0;
  for (const { date } of expand(read.value, start, FROM, TO)) dates += date.length / 10;
  return dates;
}

const first = new Date(`${FROM}T00:00:00Z`);
const last = new Date(`${LAST}T00:00:00Z`);
const rust = loadRRuleRust();
const rustFirst = rust.DateTime.fromString(compact(FROM));
const rustLast = rust.DateTime.fromString(compact(LAST));

const ENGINES: readonly Engine[] = [
  { name: 'this one', expand: ours },
  { name: 'rrule', expand: (of) => rrulestr(lines(of)).between(first, last, true).length },
  {
    name: 'rrule-temporal',
    expand: (of) => new RRuleTemporal({ rruleString: lines(of) }).between(first, last, true).length,
  },
  {
    name: 'rrule-rust',
    expand: (of) => rust.RRuleSet.parse(lines(of)).between(rustFirst, rustLast, true).length,
  },
];

/** Returns calls per second of processor time, so that other load on the machine has little influence. */
function rate(engine: Engine, of: Case, milliseconds: number): number {
  const begin = process.cpuUsage();
  let calls = 0;
  for (let batch = 1; ; batch = Math.min(batch * 2, 1024)) {
    for (let call = 0; call < batch; call += 1) engine.expand(of);
    calls += batch;
    const { user, system } = process.cpuUsage(begin);
    const used = (user + system) / 1000;
    if (used >= milliseconds) return (calls / used) * 1000;
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/**
 * Runs all measures in turn, for several rounds, so that a busy moment of the machine affects all of them
 * equally.
 */
function inRounds(rounds: number, measures: readonly (() => number)[]): readonly (readonly number[])[] {
  const taken = Array.from({ length: rounds }, () => measures.map((measure) => measure()));
  return measures.map((_, place) => taken.map((round) => round[place] ?? NaN));
}

/**
 * Measures how many 90-day windows per second the recurrence engine and other libraries can expand. Throws if
 * they find a different number of dates.
 */
export function benchRecurrence(): Promise<void> {
  for (const of of CASES)
    for (const engine of ENGINES)
      if (engine.expand(of) !== ours(of)) throw new Error(`${engine.name} finds other dates: ${of.name}`);

  const measures = CASES.flatMap((of) => ENGINES.map((engine) => () => rate(engine, of, 80)));
  inRounds(1, measures);
  const rates = inRounds(5, measures).map(median);

  const [young, old] = ['2025-03-02', '1996-03-01'].map((start) => {
    const of = { name: start, rule: DAILY, start: civilDate(start) };
    return () => rate({ name: 'this one', expand: ours }, of, 60);
  });
  const [youngRates = [], oldRates = []] = young && old ? inRounds(15, [young, old]) : [];
  const ratio = median(youngRates.map((value, round) => value / (oldRates[round] ?? NaN)));

  const row = (cells: readonly string[]) =>
    console.log(cells.map((cell, place) => (place === 0 ? cell.padEnd(36) : cell.padStart(16))).join(''));
  row(['90-day windows a second of one core', ...ENGINES.map(({ name }) => name)]);
  for (const [place, { name }] of CASES.entries()) {
    const ofCase = rates.slice(place * ENGINES.length, (place + 1) * ENGINES.length);
    row([name, ...ofCase.map((value) => Math.round(value).toLocaleString('en'))]);
  }
  console.log(`daily every 3: a series of 30 years costs ${ratio.toFixed(2)} times one of 1 year`);
  return Promise.resolve();
}
