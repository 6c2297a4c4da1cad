import { describe, expect, test } from '@jest/globals';
import { HOSTILE_PARTS, MAX_HOSTILE_MS, repeat500 } from '../../support/hostile-sentences.js';
import { processorTime } from '../../support/processor-time.js';
import { fc, runs } from '../../support/property.js';
import { splitLines } from '../../../domain/quick-add/lines.js';
import { parse } from '../../../domain/quick-add/parse.js';
import type { QuickAddContext } from '../../../domain/quick-add/result.js';
import { expand } from '../../../domain/recurrence/expand.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import { household, read } from './household.js';

const WORDS = {
  en: 'call mum the at on every other 2nd first last day week month tuesday fri sun may march 4 15th 3/4 2027 6pm 7-9pm 16:30 12.30 noon midnight tonight tomorrow next this for until from starting 45 minutes 6 weeks times in turn alternating between alex and , - . @alex @bob #kitchen !high p1 ~30m // "a" before by morning 1h30 half past quarter to every! after completion weekday except one',
  fr: "appeler maman le la à chaque tous les un sur deux mardi mardis jeu mer mars 4 1er 15 3/4 2027 17h30 2h 14h-16h midi minuit ce soir demain prochain semaine mois jour jours jusqu'au 30 juin à partir du pendant 45 minutes 6 fois tour de rôle en alternance entre alex et léa , - @moi #cuisine !haute d'ici avant matin quinze huit premier dernier ouvré paires sauf dans",
} as const;
const LOCALES = ['en', 'fr'] as const;

const locale = fc.constantFrom(...LOCALES);
const soup = locale.chain((code) =>
  fc
    .array(fc.constantFrom(...WORDS[code].split(' ')), { maxLength: 25 })
    .map((words) => ({ code, text: words.join(' ') })),
);
const anything = fc.record({
  code: locale,
  text: fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.string({ unit: 'grapheme' })),
});
const sentence = fc.oneof(soup, anything);

const lettersOf = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '');

function outside(text: string, spans: readonly { start: number; end: number }[]): string {
  let [rest, from] = ['', 0];
  for (const { start, end } of spans) {
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}

describe('parsing random text', () => {
  test('returns spans in the order of the text and the rest as the title', () => {
    fc.assert(
      fc.property(sentence, ({ code, text }) => {
        const result = parse(text, household(code));
        if (result.kind !== 'task') return;
        let end = 0;
        for (const span of result.spans) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeGreaterThan(span.start);
          expect(text.slice(span.start, span.end)).toBe(span.text);
          ({ end } = span);
        }
        const isLiteral = result.spans.some(({ kind }) => kind === 'literal');
        if (isLiteral) return;
        // The title does not contain the list mark, although the mark has no span.
        const { start, textStart } = splitLines(text).sentence;
        const mark = { start, end: textStart };
        expect(lettersOf(result.task.title)).toBe(lettersOf(outside(text, [mark, ...result.spans])));
      }),
      runs(600),
    );
  });

  test('returns a task that can be saved', () => {
    fc.assert(
      fc.property(soup, ({ code, text }) => {
        const result = parse(text, household(code));
        if (result.kind !== 'task') return;
        const { task } = result;
        expect(task.allDay).toBe(task.date !== null && task.time === null);
        if (task.time !== null || task.recurrence !== null) expect(task.date).not.toBeNull();
        if (task.softDue !== null) expect(task.date).toBeNull();
        if (task.rotation !== null) {
          expect(task.recurrence !== null).toBe(true);
          expect(task.responsibleMemberIds).toEqual([]);
        }
        if (task.durationMinutes !== null) expect(task.durationMinutes).toBeLessThanOrEqual(1440);
        if (task.date !== null && task.recurrence !== null && 'frequency' in task.recurrence) {
          const [first] = expand(task.recurrence, task.date, task.date, addDays(task.date, 1));
          expect(first).toEqual({ date: task.date, index: 0 });
        }
      }),
      runs(500),
    );
  });

  test('returns the same result each time for the same input', () => {
    fc.assert(
      fc.property(soup, ({ code, text }) => {
        expect(parse(text, household(code))).toEqual(parse(text, household(code)));
      }),
      runs(300),
    );
  });

  test('reads nothing in a span that the user rejected', () => {
    fc.assert(
      fc.property(soup, fc.nat(), ({ code, text }, pick) => {
        const result = parse(text, household(code));
        if (result.kind !== 'task' || result.spans.length === 0) return;
        const { start, end } = result.spans[pick % result.spans.length]!;
        const again = read(text, household(code, undefined, { ignore: [[start, end]] }));
        expect(again.spans.filter((span) => span.start < end && span.end > start)).toEqual([]);
        const said = lettersOf(text.slice(start, end));
        expect(lettersOf(again.task.title)).toContain(said);
      }),
      runs(300),
    );
  });
});

const TITLES = {
  en: [
    'call mum',
    'take out the bins',
    'buy 6 eggs',
    'fix the lamp',
    'dentist',
    'school trip',
    'pay the rent',
  ],
  fr: [
    'appeler maman',
    'sortir les poubelles',
    'acheter 6 œufs',
    'réparer la lampe',
    'dentiste',
    'payer le loyer',
  ],
};
const PHRASES = {
  en: [
    'tomorrow',
    'on friday',
    'every 3 days',
    'at 7pm',
    '@alex',
    '!high',
    'for 45 minutes',
    'every mon and thu',
    'by June 3',
    '#kitchen',
    'tonight at 8',
    '7-9pm',
    '~30m',
    'on the 15th',
  ],
  fr: [
    'demain',
    'vendredi',
    'tous les 3 jours',
    'à 19h',
    '@alex',
    '!haute',
    'pendant 45 minutes',
    'chaque lundi',
    "d'ici le 3 juin",
    '#cuisine',
    'ce soir à 8h',
    'de 14h à 16h',
    '~30m',
    'le 15',
  ],
};

test('parsing a returned title again returns the same title and no spans', () => {
  const said = locale.chain((code) =>
    fc.record({
      code: fc.constant(code),
      title: fc.constantFrom(...TITLES[code]),
      phrases: fc.uniqueArray(fc.constantFrom(...PHRASES[code]), { maxLength: 4 }),
      isFirst: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(said, ({ code, title, phrases, isFirst }) => {
      const text = [isFirst ? '' : title, ...phrases, isFirst ? title : ''].join(' ').trim();
      const first = read(text, household(code));
      const again = read(first.task.title, household(code));
      if (first.warnings.some((warning) => warning.code !== 'NEW_CATEGORY')) return;
      expect(first.task.title).toContain(title);
      expect(again.task.title).toEqual(first.task.title);
      expect(again.spans).toEqual([]);
    }),
    runs(500),
  );
});

describe('parsing a long text', () => {
  const RUNS = 400;
  /** The highest allowed cost, as a multiple of that of an ordinary sentence of 500 characters. Measured: up to 2.3. */
  const MAX_RATIO = 5;

  /**
   * Returns the processor time of the fastest run, and stops at the first run below `enough`. Slower runs measure what
   * else the machine does, or how long the code takes to compile.
   */
  function milliseconds(text: string, context: QuickAddContext, enough = 0): number {
    let best = Infinity;
    for (let run = 0; run < RUNS && best >= enough; run += 1) {
      best = Math.min(
        best,
        processorTime(() => parse(text, context)),
      );
    }
    return best;
  }

  const ORDINARY = 'every mon and thu at 7pm until 3 June ';
  /**
   * Returns the cost of a text as a multiple of that of an ordinary sentence of 500 characters. Both are parsed in turn,
   * so that other work of the machine slows down both. Stops as soon as the multiple is allowed.
   */
  function ratio(text: string, context: QuickAddContext): number {
    const sentence = repeat500(ORDINARY);
    const ordinaryContext = household('en');
    let [best, ordinary] = [Infinity, Infinity];
    for (let run = 0; run < RUNS && best >= MAX_RATIO * ordinary; run += 1) {
      ordinary = Math.min(
        ordinary,
        processorTime(() => parse(sentence, ordinaryContext)),
      );
      best = Math.min(
        best,
        processorTime(() => parse(text, context)),
      );
    }
    return best / ordinary;
  }

  test.each(HOSTILE_PARTS)('takes at most 20 ms of CPU if the text repeats %j', (part) => {
    for (const code of LOCALES)
      expect(milliseconds(repeat500(part), household(code), MAX_HOSTILE_MS)).toBeLessThan(MAX_HOSTILE_MS);
  });

  test.each(HOSTILE_PARTS)(
    'takes at most five times as long as an ordinary sentence if the text repeats %j',
    (part) => {
      for (const code of LOCALES) expect(ratio(repeat500(part), household(code))).toBeLessThan(MAX_RATIO);
    },
  );

  test('takes at most five times as long as an ordinary sentence if the text repeats one to six random words', () => {
    const hostile = locale.chain((code) =>
      fc
        .array(fc.constantFrom(...WORDS[code].split(' ')), { minLength: 1, maxLength: 6 })
        .map((words) => ({ code, text: repeat500(`${words.join(' ')} `) })),
    );
    fc.assert(
      fc.property(hostile, ({ code, text }) => {
        expect(ratio(text, household(code))).toBeLessThan(MAX_RATIO);
        expect(milliseconds(text, household(code), MAX_HOSTILE_MS)).toBeLessThan(MAX_HOSTILE_MS);
      }),
      runs(200),
    );
  });

  test('takes at most five times as long per character if the text is eight times as long', () => {
    const allowed = milliseconds(ORDINARY.repeat(10), household('en')) * 8 * MAX_RATIO;
    expect(milliseconds(ORDINARY.repeat(80), household('en'), allowed)).toBeLessThan(allowed);
  });
});
