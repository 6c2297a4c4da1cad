import { toParts, type CalendarUnit, type Weekday } from '../../shared/civil-date.js';
import { isMondayToFriday, monthSpan, wordsIn, type Wording } from './wording.js';

const { weekday, month, and, or } = wordsIn('fr');

const WORDS = ['premier', 'deuxième', 'troisième', 'quatrième', 'cinquième'];
const spelt = (n: number) => WORDS[n - 1] ?? `${n}e`;
/** Puts an ordinal before or after the noun, as French requires. */
function placed(n: number, noun: string): string {
  if (n > 0) return `le ${spelt(n)} ${noun}`;
  if (n === -1) return `le dernier ${noun}`;
  return n === -2 ? `l’avant-dernier ${noun}` : `le ${spelt(-n)} ${noun} en partant de la fin`;
}
const dayOfMonth = (day: number) => (day === 1 ? '1er' : String(day));

const EVERY = {
  day: ['Tous les jours', 'Un jour sur deux', 'Tous les', 'jours'],
  week: ['Toutes les semaines', 'Une semaine sur deux', 'Toutes les', 'semaines'],
  month: ['Tous les mois', 'Un mois sur deux', 'Tous les', 'mois'],
  year: ['Tous les ans', 'Un an sur deux', 'Tous les', 'ans'],
} as const satisfies Record<CalendarUnit, unknown>;

function every(unit: CalendarUnit, interval: number): string {
  const [each, other, all, units] = EVERY[unit];
  return interval === 1 ? each : interval === 2 ? other : `${all} ${interval} ${units}`;
}

/** Returns “de mai” or, before a vowel, “d’avril”. */
const from = (name: string) => (/^[aeiouy]/u.test(name) ? `d’${name}` : `de ${name}`);
const the = (day: Weekday) => `le ${weekday(day)}`;

const inMonths = (months: readonly number[]) => {
  const span = monthSpan(months);
  if (months.length === 12) return 'chaque mois';
  return span ? `${from(month(span.from))} à ${month(span.to)}` : `en ${and(months.map(month))}`;
};

const AFTER = {
  day: ['Un jour', 'jours'],
  week: ['Une semaine', 'semaines'],
  month: ['Un mois', 'mois'],
  year: ['Un an', 'ans'],
} as const satisfies Record<CalendarUnit, unknown>;

export const FRENCH: Wording = {
  and,
  every,
  weekly(interval, days) {
    const [first, ...others] = days;
    if (first !== undefined && others.length === 0) {
      if (interval === 1) return `Tous les ${weekday(first)}s`;
      return interval === 2 ? `Un ${weekday(first)} sur deux` : `${every('week', interval)}, ${the(first)}`;
    }
    if (interval > 1) {
      const named = isMondayToFriday(days) ? 'du lundi au vendredi' : and(days.map(the));
      return `${every('week', interval)}, ${days.length === 7 ? 'tous les jours' : named}`;
    }
    if (days.length === 7) return 'Tous les jours de la semaine';
    if (isMondayToFriday(days)) return 'Tous les jours du lundi au vendredi';
    return `Tous les ${and(days.map((day) => `${weekday(day)}s`))}`;
  },
  onlyOn: (days) => `mais seulement ${and(days.map(the))}`,
  weeksFrom: (day) => `la semaine commençant ${the(day)}`,
  monthly: (interval, days) => `${every('month', interval)}, ${days}`,
  yearlyOn: (interval, of, day) => `${every('year', interval)}, le ${dayOfMonth(day)} ${month(of)}`,
  yearly: (interval, months, days) => `${every('year', interval)} ${inMonths(months)}, ${days}`,
  monthDays: (days) => and(days.map((day) => (day > 0 ? `le ${dayOfMonth(day)}` : placed(day, 'jour')))),
  shortMonths(skip, several) {
    switch (skip) {
      case 'backward':
        return 'ou le dernier jour du mois s’il est plus court';
      case 'forward':
        return 'ou le premier du mois suivant s’il est plus court';
      case 'omit':
        return several ? 'sauf les jours qu’un mois n’a pas' : 'sauf les mois qui n’en ont pas';
    }
  },
  ifItIs: (days) => `si c’est un ${or(days.map(weekday))}`,
  everyDayNamed: (day) => `chaque ${weekday(day)}`,
  nthDayNamed: (n, day) => placed(n, weekday(day)),
  nthDayOf: (n, days) => placed(n, isMondayToFriday(days) ? 'jour de semaine' : or(days.map(weekday))),
  onlyThe: (positions) => `mais seulement ${and(positions.map((n) => placed(n, 'de ces jours')))}`,
  inMonths,
  atTimes: (times) => `à ${and(times)}`,
  times: (count) => `${count} fois${count === 1 ? '' : ' en tout'}`,
  until(date) {
    const { year, month: of, day } = toParts(date);
    return `jusqu’au ${dayOfMonth(day)} ${month(of)} ${year}`;
  },
  afterCompletion({ every: count, unit }) {
    const [one, units] = AFTER[unit];
    return `${count === 1 ? one : `${count} ${units}`} après la dernière fois`;
  },
};
