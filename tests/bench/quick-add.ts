import { findGrammar } from '../../domain/quick-add/languages/index.js';
import { parse } from '../../domain/quick-add/parse.js';
import type { QuickAddContext } from '../../domain/quick-add/result.js';
import type { CategoryId, MemberId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { HOSTILE_PARTS, repeat500 } from '../support/hostile-sentences.js';
import { processorTime } from '../support/processor-time.js';
import { tellFailures } from './failures.js';
import { loadChrono } from './peers.js';
import { SENTENCES } from './quick-add-sentences.js';

const MILLISECONDS = 1500;
/** How often each hostile sentence is read. The fastest run counts, because slower ones measure other load too. */
const HOSTILE_RUNS = 50;
/** The highest allowed processor time for a sentence of 500 characters, in milliseconds. */
const HOSTILE_LIMIT = 20;
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

/** Returns sentences per second of processor time, so that other load on the machine has little influence. */
function rate(texts: readonly string[], locale: 'en' | 'fr', read: Read): number {
  let calls = 0;
  const run = (milliseconds: number): number => {
    const begin = process.cpuUsage();
    const first = calls;
    for (;;) {
      for (const text of texts) read(text, locale, (calls += 1));
      const { user, system } = process.cpuUsage(begin);
      if (user + system >= milliseconds * 1000) return ((calls - first) / (user + system)) * 1e6;
    }
  };
  run(MILLISECONDS / 2);
  return run(MILLISECONDS);
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
  console.log('Quick add: sentences a second of one core\n');
  console.log('                          this one   chrono-node');
  for (const { locale, dated, planned } of SENTENCES) {
    const language = findGrammar(locale).language.code;
    const [us, them] = [rate(dated, locale, ours), rate(dated, locale, theirs)];
    console.log(`${language}: dates and times      ${shown(us)}     ${shown(them)}`);
    console.log(`${language}: all that is said     ${shown(rate(planned, locale, ours))}             –`);
  }
  const { part, locale, milliseconds } = findSlowest();
  const figure = `${milliseconds.toFixed(1)} ms for 500 characters of ${JSON.stringify(part)} (${locale})`;
  console.log(`\nslowest hostile sentence: ${figure}, limit ${HOSTILE_LIMIT}`);
  tellFailures(milliseconds <= HOSTILE_LIMIT ? [] : [`${figure} where ${HOSTILE_LIMIT} may be`]);
  return Promise.resolve();
}
