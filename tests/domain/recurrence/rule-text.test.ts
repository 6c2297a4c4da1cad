import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import { canonicalRule } from '../../../domain/recurrence/canonical-rule.js';
import { ruleText } from '../../../domain/recurrence/text/rule-text.js';
import { readRecurrence } from '../../../domain/recurrence/read-recurrence.js';
import { AFTER_COMPLETION_UNITS, type Recurrence } from '../../../domain/recurrence/rule.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import { civilDate, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { arbitraryRule, arbitraryStart } from './support/arbitrary-rule.js';
import { ruleOf } from './support/dates-of-text.js';

const START = civilDate('2026-11-20');
const LOCALES = ['en', 'fr'] as const;

function begun(text: string): Recurrence {
  const read = canonicalRule(ruleOf(text), START, 'mo');
  if (!read.ok) throw new Error(text);
  return read.value.rule;
}

describe('describing a rule in words', () => {
  test.each<[Recurrence, string, string]>([
    [{ frequency: 'weekly' }, 'Every week', 'Toutes les semaines'],
    [{ frequency: 'monthly', interval: 3 }, 'Every 3 months', 'Tous les 3 mois'],
    [
      { frequency: 'daily', times: ['08:00', '18:30'].map(civilTime) },
      'Every day, at 08:00 and 18:30',
      'Tous les jours, à 08:00 et 18:30',
    ],
    [{ frequency: 'yearly', count: 2 }, 'Every year, 2 times in all', 'Tous les ans, 2 fois en tout'],
  ])('mentions no weekday or date if the rule contains none: %j', (rule, en, fr) => {
    expect(LOCALES.map((locale) => ruleText(rule, { locale, weekStart: 'mo' }))).toEqual([en, fr]);
  });

  test.each([
    ['FREQ=DAILY', 'Every day', 'Tous les jours'],
    ['FREQ=DAILY;INTERVAL=2', 'Every other day', 'Un jour sur deux'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'Every 3 days, 10 times in all', 'Tous les 3 jours, 10 fois en tout'],
    [
      'FREQ=DAILY;BYDAY=SA,SU',
      'Every day, but only on Saturday and Sunday',
      'Tous les jours, mais seulement le samedi et le dimanche',
    ],
    ['FREQ=WEEKLY', 'Every Friday', 'Tous les vendredis'],
    ['FREQ=WEEKLY;BYDAY=MO,TH', 'Every Monday and Thursday', 'Tous les lundis et jeudis'],
    [
      'FREQ=WEEKLY;BYDAY=MO,WE,FR',
      'Every Monday, Wednesday and Friday',
      'Tous les lundis, mercredis et vendredis',
    ],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday', 'Tous les jours du lundi au vendredi'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'Every day of the week', 'Tous les jours de la semaine'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Every other Tuesday', 'Un mardi sur deux'],
    ['FREQ=WEEKLY;INTERVAL=3;BYDAY=TU', 'Every 3 weeks on Tuesday', 'Toutes les 3 semaines, le mardi'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR',
      'Every other week on weekdays',
      'Une semaine sur deux, du lundi au vendredi',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU',
      'Every other week on Monday and Thursday, weeks beginning on Sunday',
      'Une semaine sur deux, le lundi et le jeudi, la semaine commençant le dimanche',
    ],
    [
      'FREQ=WEEKLY;BYDAY=SU;BYMONTH=4,5,6,7,8,9,10',
      'Every Sunday, from April to October',
      'Tous les dimanches, d’avril à octobre',
    ],
    [
      'FREQ=WEEKLY;BYDAY=SU;BYMONTH=11,12,1',
      'Every Sunday, from November to January',
      'Tous les dimanches, de novembre à janvier',
    ],
    [
      'FREQ=WEEKLY;BYDAY=SU;BYMONTH=6,12',
      'Every Sunday, in June and December',
      'Tous les dimanches, en juin et décembre',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=1', 'Every month on the 1st', 'Tous les mois, le 1er'],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,15,-1',
      'Every other month on the 1st, 15th and last day',
      'Un mois sur deux, le 1er, le 15 et le dernier jour',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-2,-3',
      'Every month on the third-to-last day and second-to-last day',
      'Tous les mois, le troisième jour en partant de la fin et l’avant-dernier jour',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=31',
      'Every month on the 31st, skipping months without it',
      'Tous les mois, le 31, sauf les mois qui n’en ont pas',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=30,31',
      'Every month on the 30th and 31st, skipping days that a month doesn’t have',
      'Tous les mois, le 30 et le 31, sauf les jours qu’un mois n’a pas',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      'Every month on the 31st, or the last day of the month if it is shorter',
      'Tous les mois, le 31, ou le dernier jour du mois s’il est plus court',
    ],
    [
      'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD',
      'Every month on the 31st, or the first of the next month if it is shorter',
      'Tous les mois, le 31, ou le premier du mois suivant s’il est plus court',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
      'Every month on the 13th, if it is a Friday',
      'Tous les mois, le 13, si c’est un vendredi',
    ],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'Every month on the last Friday', 'Tous les mois, le dernier vendredi'],
    [
      'FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO,3MO',
      'Every 3 months on the first Monday and the third Monday',
      'Tous les 3 mois, le premier lundi et le troisième lundi',
    ],
    ['FREQ=MONTHLY;BYDAY=MO', 'Every month on every Monday', 'Tous les mois, chaque lundi'],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'Every month on the last weekday',
      'Tous les mois, le dernier jour de semaine',
    ],
    [
      'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1',
      'Every month on the first Saturday or Sunday',
      'Tous les mois, le premier samedi ou dimanche',
    ],
    [
      'FREQ=MONTHLY;BYDAY=TU,FR;BYSETPOS=1,-1',
      'Every month on every Tuesday and every Friday, but only the first and last of these days',
      'Tous les mois, chaque mardi et chaque vendredi, mais seulement le premier de ces jours et le dernier de ces jours',
    ],
    ['FREQ=YEARLY', 'Every year on 20 November', 'Tous les ans, le 20 novembre'],
    [
      'FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYMONTHDAY=1',
      'Every other year on 1 May',
      'Un an sur deux, le 1er mai',
    ],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'Every year on 29 February', 'Tous les ans, le 29 février'],
    [
      'FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU',
      'Every year in March and October on the last Sunday',
      'Tous les ans en mars et octobre, le dernier dimanche',
    ],
    [
      'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270801',
      'Every Tuesday, until 1 August 2027',
      'Tous les mardis, jusqu’au 1er août 2027',
    ],
    ['FREQ=WEEKLY;BYDAY=TU;COUNT=1', 'Every Tuesday, once', 'Tous les mardis, 1 fois'],
  ])('describes %s in English and French', (text, english, french) => {
    const rule = begun(text);
    expect(ruleText(rule, { locale: 'en', weekStart: 'mo' })).toBe(english);
    expect(ruleText(rule, { locale: 'fr', weekStart: 'mo' })).toBe(french);
  });

  test('does not mention the first day of the week if it is also the first day of the household', () => {
    const rule = begun('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU');
    const text = ruleText(rule, { locale: 'en', weekStart: 'su' });
    expect(text).toBe('Every other week on Monday and Thursday');
  });

  test.each([
    [1, 'day', 'A day after it was last done', 'Un jour après la dernière fois'],
    [5, 'day', '5 days after it was last done', '5 jours après la dernière fois'],
    [2, 'week', '2 weeks after it was last done', '2 semaines après la dernière fois'],
    [1, 'month', 'A month after it was last done', 'Un mois après la dernière fois'],
    [3, 'year', '3 years after it was last done', '3 ans après la dernière fois'],
  ] as const)('describes a repetition after completion of %d %s', (every, unit, english, french) => {
    const recurrence = { kind: 'afterCompletion', every, unit } as const;
    expect(ruleText(recurrence, { locale: 'en', weekStart: 'mo' })).toBe(english);
    expect(ruleText(recurrence, { locale: 'fr', weekStart: 'mo' })).toBe(french);
  });
});

describe('describing thousands of valid rules', () => {
  const NOTHING_MISSING = /^[\p{Lu}\d](?!.*(undefined|NaN|null| {2}|, ,|[, ]$))/u;

  /**
   * Returns a function that remembers which rule has which text in each language, and throws if two rules
   * share a text.
   */
  function sentences() {
    const owners = LOCALES.map((locale) => ({ locale, ofText: new Map<string, string>() }));
    return (rule: Recurrence): number => {
      const form = 'kind' in rule ? JSON.stringify(rule) : toRRule(rule);
      for (const { locale, ofText } of owners) {
        const text = ruleText(rule, { locale, weekStart: 'mo' });
        const owner = ofText.get(text) ?? form;
        if (owner !== form) throw new Error(`"${text}" says both ${owner} and ${form}`);
        if (!NOTHING_MISSING.test(text)) throw new Error(`"${text}" says ${form}`);
        ofText.set(text, form);
      }
      return owners[0]!.ofText.size;
    };
  }

  test('gives different texts for random rules', () => {
    const say = sentences();
    let found = 0;
    fc.assert(
      fc.property(arbitraryRule, arbitraryStart, fc.constantFrom(...WEEKDAYS), (rule, start, weekStart) => {
        const canonical = canonicalRule(rule, start, weekStart);
        if (canonical.ok) found = say(canonical.value.rule);
      }),
      { numRuns: 6_000 },
    );
    expect(found).toBeGreaterThan(4_000);
  });

  test('gives different texts for all combinations of simple parts of a rule', () => {
    const say = sentences();
    const days = [
      undefined,
      'mo',
      'tu',
      'mo tu',
      'mo tu we th fr',
      WEEKDAYS.join(' '),
      'mo+1',
      'mo-1',
      'mo+1 tu',
    ].map((text) =>
      text?.split(' ').map((day) => ({
        day: day.slice(0, 2),
        ...(day.length > 2 && { nthOfPeriod: Number(day.slice(2)) }),
      })),
    );
    let found = 0;
    for (const frequency of ['daily', 'weekly', 'monthly', 'yearly'])
      for (const byDay of days)
        for (const byMonthDay of [undefined, [1], [-1], [1, -1], [31], [-31], [28, 31]])
          for (const byMonth of [
            undefined,
            [1],
            [1, 2, 3],
            [1, 11, 12],
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
          ])
            for (const bySetPosition of [undefined, [1], [-1], [1, -1]])
              for (const skip of [undefined, 'backward', 'forward'])
                for (const more of [{}, { interval: 2 }, { count: 1 }]) {
                  const parts = { byDay, byMonthDay, byMonth, bySetPosition, skip };
                  const read = readRecurrence({ frequency, ...parts, ...more });
                  if (!read.ok || 'kind' in read.value) continue;
                  const canonical = canonicalRule(read.value, START, 'mo');
                  if (canonical.ok) found = say(canonical.value.rule);
                }
    for (const unit of AFTER_COMPLETION_UNITS)
      for (const every of [1, 2, 999]) found = say({ kind: 'afterCompletion', every, unit });
    expect(found).toBeGreaterThan(3_000);
  });
});
