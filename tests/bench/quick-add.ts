import { findGrammar } from '../../domain/quick-add/languages/index.js';
import { parse } from '../../domain/quick-add/parse.js';
import type { QuickAddContext } from '../../domain/quick-add/result.js';
import type { CategoryId, MemberId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { HOSTILE_PARTS, MAX_HOSTILE_MS, repeat500 } from '../support/hostile-sentences.js';
import { processorTime } from '../support/processor-time.js';
import { tellFailures } from './failures.js';
import { loadChrono } from './peers.js';
import { SENTENCES } from './quick-add-sentences.js';

/** How often the sentences of a kind are read. The first passes compile the code, so they do not count. */
const PASSES = 1000;
const WARM_UP = 100;
/**
 * The lowest allowed rates, as multiples of the rate of chrono-node for dates and times. They are half of the rates that
 * this method gives for the parser before it checked whether words about time are left over, with the version of
 * chrono-node in package-lock.json.
 */
const LEAST = { en: { dated: 0.29, planned: 0.26 }, fr: { dated: 0.37, planned: 0.31 } } as const;
/** How often each hostile sentence is read. The fastest run counts, because slower ones measure other load too. */
const HOSTILE_RUNS = 50;
const NOW = Date.UTC(2026, 10, 18, 9);
const MINUTE = 60_000;

const ME = 'me' as MemberId;

/** The client requests a preview at every key, so each call has a different household and minute. */
function context(locale: string, call: number): QuickAddContext {
  return {
    locale,
    now: NOW + call * MINUTE,
    timeZone: 'Europe/Paris' as TimeZone,
    firstDayOfWeek: 'mo',
    me: ME,
    members: [
      { id: 'alex' as MemberId, displayName: 'Alex' },
      { id: 'lea' as MemberId, displayName: 'Léa' },
      { id: ME, displayName: 'Marie' },
    ],
    categories: [{ id: 'kitchen' as CategoryId, name: 'Kitchen' }],
  };
}

type Read = (text: string, locale: 'en' | 'fr', call: number) => void;

const ours: Read = (text, locale, call) => {
  parse(text, context(locale, call));
};
const chrono = loadChrono();
const theirs: Read = (text, locale, call) => {
  chrono[locale].parse(text, new Date(NOW + call * MINUTE), { forwardDate: true });
};

type Kind = { readonly texts: readonly string[]; readonly read: Read };

/**
 * Returns the sentences per second of processor time of each kind. All kinds take turns, and the median of their turns
 * counts, so that other load on the machine slows all of them alike.
 */
function rates(locale: 'en' | 'fr', kinds: readonly Kind[]): readonly number[] {
  const times = kinds.map((): number[] => []);
  let call = 0;
  for (let pass = 0; pass < WARM_UP + PASSES; pass += 1)
    for (const [index, { texts, read }] of kinds.entries()) {
      const milliseconds = processorTime(() => {
        for (const text of texts) read(text, locale, (call += 1));
      });
      if (pass >= WARM_UP) times[index]?.push(milliseconds / texts.length);
    }
  return times.map((each) => 1000 / (each.sort((a, b) => a - b)[PASSES / 2] ?? NaN));
}

const shown = (perSecond: number) => Math.round(perSecond).toLocaleString('en').padStart(9);

/** Returns the hostile sentence that takes the most processor time, in milliseconds. */
function findSlowest(): { readonly part: string; readonly locale: string; readonly milliseconds: number } {
  const times = SENTENCES.flatMap(({ locale }) =>
    HOSTILE_PARTS.map((part) => {
      const text = repeat500(part);
      const runs = Array.from({ length: HOSTILE_RUNS }, (_, call) =>
        processorTime(() => ours(text, locale, call)),
      );
      return { part, locale, milliseconds: Math.min(...runs) };
    }),
  );
  return times.reduce((slowest, one) => (one.milliseconds > slowest.milliseconds ? one : slowest));
}

/** Takes about 20 seconds. */
export function benchQuickAdd(): Promise<void> {
  const failures: string[] = [];
  console.log('Quick add: sentences a second of one core\n');
  console.log('                          this one   chrono-node   ratio   least');
  for (const { locale, dated, planned } of SENTENCES) {
    const language = findGrammar(locale).language.code;
    const [ofDated = 0, ofPlanned = 0, ofChrono = 0] = rates(locale, [
      { texts: dated, read: ours },
      { texts: planned, read: ours },
      { texts: dated, read: theirs },
    ]);
    const row = (kind: string, rate: number, least: number, peer: string) => {
      const ratio = (rate / ofChrono).toFixed(2);
      console.log(`${kind.padEnd(25)}${shown(rate)}     ${peer}    ${ratio}    ${least.toFixed(2)}`);
      if (!(rate >= least * ofChrono))
        failures.push(`${kind}: ${ratio} of chrono-node where ${least} must be`);
    };
    row(`${language}: dates and times`, ofDated, LEAST[locale].dated, shown(ofChrono));
    row(`${language}: all that is said`, ofPlanned, LEAST[locale].planned, '–'.padStart(9));
  }
  const { part, locale, milliseconds } = findSlowest();
  const figure = `${milliseconds.toFixed(1)} ms for 500 characters of ${JSON.stringify(part)} (${locale})`;
  console.log(`\nslowest hostile sentence: ${figure}, limit ${MAX_HOSTILE_MS}`);
  if (milliseconds > MAX_HOSTILE_MS) failures.push(`${figure} where ${MAX_HOSTILE_MS} may be`);
  tellFailures(failures);
  return Promise.resolve();
}
