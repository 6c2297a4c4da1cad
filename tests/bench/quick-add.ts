import { findGrammar } from '../../domain/quick-add/languages/index.js';
import { parse } from '../../domain/quick-add/parse.js';
import type { QuickAddContext } from '../../domain/quick-add/result.js';
import type { CategoryId, MemberId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { loadChrono } from './peers.js';
import { SENTENCES } from './quick-add-sentences.js';

const MILLISECONDS = 1500;
const TARGET = 20_000;
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

/** Takes about 14 seconds. */
export function benchQuickAdd(): Promise<void> {
  console.log(`Quick add: sentences a second of one core (target ${shown(TARGET).trim()})\n`);
  console.log('                          this one   chrono-node');
  for (const { locale, dated, planned } of SENTENCES) {
    const language = findGrammar(locale).language.code;
    const [us, them] = [rate(dated, locale, ours), rate(dated, locale, theirs)];
    console.log(`${language}: dates and times      ${shown(us)}     ${shown(them)}`);
    console.log(`${language}: all that is said     ${shown(rate(planned, locale, ours))}             –`);
  }
  return Promise.resolve();
}
