import type { Language } from '../../../domain/quick-add/languages/language.js';
import { LANGUAGES } from '../../../domain/quick-add/languages/index.js';
import type { Meaning as Family } from '../../../domain/quick-add/languages/meanings.js';
import type { QuickAddTask, QuickAddWarning } from '../../../domain/quick-add/result.js';
import { addDays, addUnits, WEEKDAYS, type CivilDate } from '../../../domain/shared/civil-date.js';
import { chooseText } from './generator/template.js';
import { fillSlots, makePhrase, type Filled, type Meaning } from './generator/phrases.js';
import { Pick } from './generator/pick.js';
import { ALEX, LEA, ME } from './household.js';

/**
 * A sentence that is put together from the phrases of the language data, with unknown words between them. Its meaning is
 * built from the same phrases, not by the parser.
 */
export type Generated = {
  readonly text: string;
  /** The unknown words, in order. They are the title. */
  readonly title: readonly string[];
  readonly pieces: readonly Piece[];
  /** null if quick add cannot express what the sentence says. It must then be reported. */
  readonly meaning: Meaning | null;
};

/** A part of the sentence that says when, how often or by whom something is done. */
export type Piece = {
  readonly text: string;
  readonly family: Family | 'marker';
  /** The family and those of the phrases that fill its slots. */
  readonly families: readonly Family[];
  /** null if the words have no meaning that quick add knows. */
  readonly meaning: Meaning | null;
  /** Its position in the sentence. */
  readonly start: number;
  readonly end: number;
};

type Part = Omit<Piece, 'start' | 'end'>;

const UNKNOWN = ['zorblax', 'quindle', 'plimsoll', 'glimmer', 'Rex', 'fribble', 'snood', 'wumpus'];

const FAMILIES_OF = {
  date: ['when.date', 'when.onDate'],
  /** Families that name a date and a time. */
  moment: ['when.inTime', 'when.dayPart'],
  /** Families that name the days of a repetition by themselves. */
  rule: [
    'every.unit',
    'every.adverb',
    'every.unitOnWeekdays',
    'every.weekdays',
    'every.weekdayList',
    'every.workdays',
    'every.plural',
    'every.weekdayRange',
    'every.monthDays',
    'every.dayNumber',
    'every.monthEnd',
    'every.nthWeekday',
    'every.nthWorkday',
    'every.yearDate',
    'every.yearWeekday',
    'every.evenWeeks',
    'every.oddWeeks',
  ],
  ruleWithTime: ['every.dayPart', 'every.dayParts', 'every.timesADay'],
  afterCompletion: ['every.afterCompletion'],
  softDue: ['softDue.thisWeek', 'softDue.thisMonth', 'softDue.before', 'softDue.within'],
  time: ['time.at', 'range.clocks', 'span.duration', 'span.short'],
  /** Families that are only a time next to a date or a repetition, because they may also be quantities. */
  timeBeside: ['time.atHour', 'time.bare', 'time.dotted', 'time.compact', 'time.dayPart', 'range.hours'],
  timeList: ['time.list'],
  end: ['bound.until', 'bound.length', 'bound.count'],
  start: ['bound.start'],
  interval: ['bound.interval'],
  months: ['bound.months', 'except.months'],
  except: ['except.weekdays'],
  rotation: ['rotation.inTurn', 'rotation.between'],
  /** Families that may name turns and a repetition. */
  turns: ['rotation.weeks', 'rotation.between'],
  each: ['people.each'],
} as const satisfies Readonly<Record<string, readonly Family[]>>;

/** Families that are only read at the end of a phrase. */
const NEED_END: ReadonlySet<Family | 'marker'> = new Set<Family>(['every.workdays', 'every.adverb']);

/** Families whose last word may count a word after them, as in "the 5th plimsoll". */
const COUNTING: ReadonlySet<Family | 'marker'> = new Set<Family | 'marker'>([
  'time.dotted',
  'time.compact',
  'range.hours',
  ...FAMILIES_OF.timeList,
  ...FAMILIES_OF.date,
  ...FAMILIES_OF.end,
  'bound.start',
  'bound.interval',
  'every.dayNumber',
  'every.monthDays',
  'softDue.before',
  ...NEED_END,
]);

const make = (language: Language, kind: keyof typeof FAMILIES_OF, pick: Pick): Filled =>
  makePhrase(language, FAMILIES_OF[kind], pick);

/** Returns a marker. Its meaning is the same in every sentence. */
function makeMarker(language: Language, pick: Pick): Part {
  const { markers } = language;
  const marker = (text: string, meaning: Meaning): Part => ({
    family: 'marker',
    families: [],
    text,
    meaning,
  });
  return pick.of([
    marker('@alex', { members: ['Alex'] }),
    marker(`@${markers.me[0]!}`, { members: ['Me'] }),
    marker(`!${markers.high[0]!}`, { priority: 'HIGH' }),
    marker(`!${markers.urgent[0]!}`, { priority: 'URGENT' }),
    marker('p4', { priority: 'LOW' }),
    marker('~30m', { minutes: 30 }),
  ]);
}

/**
 * Returns words about time that follow another phrase and have no meaning for quick add: an unknown end or exception of a
 * repetition, a number of times in a week, a date that does not exist, or another unit of time ("or third weeks").
 */
function makeUnreadable(language: Language, base: Part['family'], isSeries: boolean, pick: Pick): Part {
  const { months, units, ordinals, connectors, rangeWords, quantities } = language;
  const part = (family: Family, text: string): Part => ({ family, families: [family], text, meaning: null });
  const textOf = (family: Family) => {
    const phrase = pick.of(language.phrases[family]);
    return chooseText(typeof phrase === 'string' ? phrase : phrase.say, pick);
  };
  switch (pick.below(isSeries ? 5 : 3)) {
    case 0:
      return part('guard.perPeriod', fillSlots(language, textOf('guard.perPeriod'), pick)!.text);
    case 1: {
      const { strong, weak } = months[pick.of([2, 4, 6, 9, 11]) - 1]!;
      return part('guard.noSuchDate', `31 ${[...strong, ...weak][0]!}`);
    }
    case 2: {
      // "On the 5th and last day" is a list of days.
      if (base === 'every.monthDays' || base === 'every.dayNumber')
        return makeUnreadable(language, base, isSeries, pick);
      const link = pick.of(
        connectors.filter((word) => rangeWords.includes(word) && !quantities.includes(word)),
      );
      return part('hint.time', `${link} ${pick.of(Object.keys(ordinals))} ${pick.of(pick.of(units).words)}`);
    }
    default: {
      const family = pick.of(['bound.until', 'except.weekdays', 'except.months'] as const);
      const text = textOf(family).replaceAll(/\{\w+\}/gu, pick.of(UNKNOWN));
      return ONLY_TIME.test(text) ? part(family, text) : makeUnreadable(language, base, isSeries, pick);
    }
  }
}

/**
 * The beginning of an end or an exception that is always about time. Others may say where: "walk every monday through
 * the park", "never at school".
 */
const ONLY_TIME =
  /^(?:until|till?\b|ending|except|excluding|but not|apart|other than|aside|jusqu|sauf|hormis|hors|mais pas|à part|en dehors|à l'exc)/u;

/** The texts between two phrases, and between a title and a phrase. A dash ends a clause, and between two phrases it may be a range. */
const CONNECTORS = [' ', ' ', ' ', ', ', ' (', ': '] as const;
const AFTER_TITLE = [...CONNECTORS, ' - ', ' – '] as const;

const SALT = 1_000_003;

/** Returns a sentence with its meaning. The same seed gives the same sentence. */
export function generate(code: string, seed: number): Generated {
  const language = LANGUAGES.find((one) => one.code === code)!;
  const pick = new Pick(seed);
  if (pick.chance(TWO_THINGS)) return writeTwoThings(language, pick);
  const groups = chooseParts(language, pick);
  const meaning = combine(groups.flat(), language);
  return meaning === undefined ? generate(code, seed + SALT) : write(groups, meaning, pick);
}

/** Returns the parts of a sentence, in groups that stay together. */
function chooseParts(language: Language, pick: Pick): (readonly Part[])[] {
  const of = (kind: keyof typeof FAMILIES_OF) => make(language, kind, pick);
  const kind = pick.of([
    'date',
    'date',
    'date',
    'moment',
    'rule',
    'rule',
    'rule',
    'rule',
    'ruleWithTime',
    'afterCompletion',
    'softDue',
    'dayNumber',
    'turns',
  ] as const);
  const base = kind === 'dayNumber' ? makeDayNumber(language, pick) : [of(kind)];
  const groups: (readonly Part[])[] = [base];
  const repeats = kind === 'rule' || kind === 'ruleWithTime';
  if (kind === 'rule' || kind === 'date') {
    if (pick.chance(25)) groups.push([of('time')]);
    else if (pick.chance(20)) groups[0] = [...base, of('timeBeside')];
    else if (kind === 'rule' && pick.chance(15)) groups[0] = [...base, of('timeList')];
  }
  if (repeats) {
    if (pick.chance(20)) groups.push([of('end')]);
    if (pick.chance(10)) groups.push([of('start')]);
    if (pick.chance(10)) groups.push([of('interval')]);
    if (pick.chance(10)) groups.push([of('months')]);
    if (pick.chance(15)) groups.push([of('except')]);
    if (pick.chance(15)) {
      const begins = pick.chance(40) ? [makePhrase(language, ['rotation.startsWith'], pick)] : [];
      groups.push([of('rotation'), ...begins]);
    }
  }
  if (pick.chance(5)) groups.push([of('each')]);
  if (pick.chance(15)) groups.push([makeMarker(language, pick)]);
  // Words after these families may belong to the title, as in "the monthly report".
  if (pick.chance(25) && !NEED_END.has(base[0]!.family))
    groups[0] = [...groups[0]!, makeUnreadable(language, base[0]!.family, repeats, pick)];
  return pick.chance(50) ? pick.some(groups, groups.length) : groups;
}

/** Returns a weekday with the day of the month, and a time: "friday 4 at 2pm", "le 4 à 14h". */
function makeDayNumber(language: Language, pick: Pick): readonly Part[] {
  const date = addDays('2026-11-19' as CivilDate, pick.below(28));
  const day = Number(date.slice(8));
  const name = language.weekdays[WEEKDAYS[(WEEKDAYS.indexOf('th') + daysBetween(date)) % 7]!].strong[0]!;
  const template = pick.of(language.phrases['date.weekdayDay']);
  const text = chooseText(typeof template === 'string' ? template : template.say, pick)
    .replace('{anyWeekday}', name)
    .replace('{day}', String(day))
    .replace('{nth}', ordinal(day));
  const family = 'date.weekdayDay';
  return [{ family, families: [family], text, meaning: { date } }, makePhrase(language, ['time.at'], pick)];
}
const daysBetween = (date: CivilDate) => (Date.parse(date) - Date.parse('2026-11-19')) / 86_400_000;
const ordinal = (day: number) =>
  `${day}${{ one: 'st', two: 'nd', few: 'rd' }[new Intl.PluralRules('en', { type: 'ordinal' }).select(day) as string] ?? 'th'}`;

/** In percent: how many sentences are about two things. */
const TWO_THINGS = 5;

/**
 * Returns a sentence about two things, which cannot be one task: "zorblax every monday, quindle every two weeks". It must
 * be reported.
 */
function writeTwoThings(language: Language, pick: Pick): Generated {
  const and = language.joiners.find((joiner) => /^[a-z]{2,3}$/u.test(joiner))!;
  const connectors = [', ', '. ', ' ; ', ' - ', ` ${and} `];
  const parts = [
    make(language, 'rule', pick),
    make(language, pick.of(['rule', 'rule', 'date'] as const), pick),
  ];
  const title = pick.some(UNKNOWN, parts.length);
  const pieces: Piece[] = [];
  let text = '';
  for (const [at, part] of parts.entries()) {
    text += `${at === 0 ? '' : pick.of(connectors)}${title[at]!} `;
    const start = text.length;
    text += part.text;
    pieces.push({ ...part, start, end: text.length });
  }
  return { text, title, pieces, meaning: null };
}

function write(groups: readonly (readonly Part[])[], meaning: Meaning | null, pick: Pick): Generated {
  const names = pick.some(UNKNOWN, UNKNOWN.length);
  const title: string[] = [];
  const pieces: Piece[] = [];
  let text = '';
  let open = 0;
  const append = (words: string, connector: string) => {
    const before = text === '' || text.endsWith('(') ? '' : connector;
    if (before.endsWith('(')) open += 1;
    text += before;
    const start = text.length;
    text += words;
    return { start, end: text.length };
  };
  const close = () => {
    if (open > 0) text += ')';
    open = 0;
  };
  const addUnknown = () => {
    const last = pieces.at(-1);
    const counts = last !== undefined && last.end === text.length && COUNTING.has(last.family);
    const name = names.pop()!;
    title.push(name);
    append(name, counts ? ', ' : ' ');
  };
  if (pick.chance(80)) addUnknown();
  for (const group of groups) {
    if (pieces.length > 0 && title.length < 4 && pick.chance(25)) addUnknown();
    for (const [at, part] of group.entries()) {
      const connector =
        at === 0 && part.family !== 'marker' ? pick.of(pieces.length > 0 ? CONNECTORS : AFTER_TITLE) : ' ';
      pieces.push({ ...part, ...append(part.text, connector) });
    }
    close();
  }
  if (title.length === 0 || pick.chance(25)) addUnknown();
  return { text, title, pieces, meaning };
}

/** Fields that only a repetition can have. */
const OF_SERIES = ['until', 'length', 'count', 'order', 'months', 'except', 'start', 'first'] as const;

/**
 * Returns the meaning of all parts together. Returns null if quick add cannot express it, and undefined if people do not
 * agree on the meaning.
 */
function combine(parts: readonly Part[], language: Language): Meaning | null | undefined {
  let whole: Meaning = {};
  for (const { meaning } of parts) {
    if (Object.keys(meaning ?? {}).some((key) => key in whole)) return undefined;
    whole = { ...whole, ...meaning };
  }
  if (isUnclear(parts, language)) return undefined;
  if (parts.some(({ meaning }) => meaning === null)) return null;
  // "One week Alex one week Léa" repeats every week.
  if (whole.rotatesWeekly === true) whole = { frequency: 'weekly', ...whole };
  const { frequency, except, order, members } = whole;
  if (frequency === undefined && OF_SERIES.some((key) => key in whole)) return undefined;
  if (order !== undefined && members !== undefined) return undefined;
  if (whole.times !== undefined && (whole.time !== undefined || frequency === undefined)) return undefined;
  if (whole.time !== undefined && whole.date === undefined && frequency === undefined) return undefined;
  if (whole.time !== undefined && whole.time >= '24:00') {
    const minutes = whole.time.replace('24', '00');
    return whole.date === undefined ? undefined : { ...whole, date: addDays(whole.date, 1), time: minutes };
  }
  // "Every day for 6 weeks from 3 March" and the like are read, but their last date depends on the first one.
  if (whole.count !== undefined && whole.times !== undefined) return undefined;
  if ([whole.until, whole.length, whole.count].filter((end) => end !== undefined).length > 1)
    return undefined;
  if (whole.months !== undefined && frequency === 'yearly') return undefined;
  if (except === undefined) return whole;
  if (whole.nths !== undefined || (frequency !== 'daily' && frequency !== 'weekly')) return null;
  if (frequency === 'weekly' && whole.days === undefined) return undefined;
  const days = (whole.days ?? WEEKDAYS).filter((day) => !except.includes(day));
  if (days.length === 0) return null;
  return { ...whole, frequency: whole.interval === undefined ? 'weekly' : frequency, days };
}

/**
 * Returns true if a number may be an amount ("no 14.30"), or if a weekday or a day of the month may belong to the list
 * beside it.
 */
function isUnclear(parts: readonly Part[], { amountWords, weekdays }: Language): boolean {
  const names = Object.values(weekdays).flatMap(({ strong, weak, plural }) =>
    [...strong, ...weak, ...plural].map((name) => name.replace('.', '')),
  );
  const beginsWithDay = ({ family, text }: Part) =>
    family !== 'except.weekdays' &&
    wordsOf(text)
      .slice(0, 2)
      .some((word) => names.includes(word));
  const endsWithDay = ({ text }: Part) => names.includes(wordsOf(text).at(-1) ?? '');
  const isListedTwice = parts.some(
    (part, at) => at > 0 && endsWithDay(parts[at - 1]!) && beginsWithDay(part),
  );
  const has = (...families: readonly Family[]) =>
    parts.some(({ family }) => families.some((one) => one === family));
  const words = parts.flatMap(({ text }) => wordsOf(text));
  // "Tue and thu" and "mon-wed" may mean each week or the next days.
  const mayBeNextDays = ({ family, text, meaning }: Part) => {
    const isBare = wordsOf(text).every((word) => names.includes(word) || BESIDE_DAYS.includes(word));
    const isWorkingWeek = meaning?.days?.length === 5 && meaning.days.at(-1) === 'fr';
    if (family === 'every.weekdayList') return !/[/-]/.test(text);
    return family === 'every.weekdayRange' && isBare && !isWorkingWeek;
  };
  // "On the 15th, 10 till 11" may list the 10th, and « le mardi 8 à 16 » may name the 8th.
  const mayNameDay = parts.some(({ family, text }, at) => {
    const before = parts[at - 1];
    if (before === undefined || !/^\d/.test(text)) return false;
    return before.family === 'every.monthDays' || (family === 'range.hours' && endsWithDay(before));
  });
  // "Three times daily" may be a time of each day, or the number of days.
  const mayBeTimesADay = parts.some(
    ({ family }, at) => family === 'every.adverb' && parts[at - 1]?.family === 'bound.count',
  );
  // "Every day except friday at 7" may name the time of Friday.
  const hasTimeOfException = parts.some(
    ({ family }, at) => family === 'except.weekdays' && /^(time|range)\./.test(parts[at + 1]?.family ?? ''),
  );
  return (
    parts.some(mayBeNextDays) ||
    hasTimeOfException ||
    isListedTwice ||
    mayNameDay ||
    mayBeTimesADay ||
    (has('time.dotted', 'time.compact') && words.some((word) => amountWords.includes(word))) ||
    (has('every.weekdayList') && has('bound.start', 'bound.until')) ||
    (has('except.weekdays') && parts.some(beginsWithDay)) ||
    (has('every.dayNumber', 'every.monthDays') && has('bound.interval'))
  );
}

/** Words that people write before and between two weekdays without saying that they repeat. */
const BESIDE_DAYS = ['on', 'from', 'du', 'au', 'le'];

const IDS: Readonly<Record<string, string>> = { Alex: ALEX, Léa: LEA, Me: ME };
const EVERYONE = [ALEX, LEA, ME];

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Returns true if the task is what the sentence means, with exactly the unknown words as its title. */
export function isRight(task: QuickAddTask, { title, meaning }: Expected): boolean {
  if (meaning === null || !same(wordsOf(task.title), title)) return false;
  const { time, times, minutes, date, order, first, members, softDue } = meaning;
  if (!same(task.durationMinutes, minutes) || !same(task.time, times?.[0] ?? time)) return false;
  if (date !== undefined && meaning.frequency === undefined && task.date !== date) return false;
  if (
    date === undefined &&
    meaning.frequency === undefined &&
    meaning.after === undefined &&
    task.date !== null
  )
    return false;
  if (task.priority !== (meaning.priority ?? 'NORMAL')) return false;
  if (task.completion !== (meaning.each === true ? 'all' : 'any')) return false;
  const due =
    task.softDue === null ? undefined : 'date' in task.softDue ? task.softDue.date : task.softDue.kind;
  if (!same(due, softDue)) return false;
  if (
    !same(
      task.responsibleMemberIds,
      (members ?? []).map((name) => IDS[name]),
    )
  )
    return false;
  const turns = order && rotate(order.length === 0 ? EVERYONE : order.map((name) => IDS[name]!), first);
  const rotation = task.rotation?.kind === 'turns' ? task.rotation : undefined;
  const unit = meaning.rotatesWeekly === true ? 'week' : 'occurrence';
  if (rotation !== undefined && rotation.unit !== unit) return false;
  return same(rotation?.order.flat(), turns) && hasRule(task, meaning);
}
/** The task that a sentence must become. */
type Expected = { readonly title: readonly string[]; readonly meaning: Meaning | null };

/** Returns the order in which the members take turns if `first` begins. */
function rotate(order: readonly string[], first: string | undefined): readonly string[] {
  const at = first === undefined ? 0 : order.indexOf(IDS[first]!);
  return [...order.slice(at), ...order.slice(0, at)];
}

function hasRule({ recurrence, date }: QuickAddTask, meaning: Meaning): boolean {
  const { frequency, interval, days, nths, positions, monthDays, months } = meaning;
  const { times, until, count, parity, after } = meaning;
  if (after !== undefined)
    return recurrence !== null && 'kind' in recurrence && same([recurrence.every, recurrence.unit], after);
  if (frequency === undefined) return recurrence === null;
  if (recurrence === null || !('frequency' in recurrence) || date === null) return false;
  if (meaning.start !== undefined && date < meaning.start) return false;
  const byDay = recurrence.byDay?.map(({ day, nthOfPeriod }) => [day, nthOfPeriod]);
  const nth = nths?.[0];
  return (
    recurrence.frequency === frequency &&
    same(recurrence.interval, interval) &&
    (days === undefined ||
      same(
        byDay,
        days.map((day) => [day, nth]),
      )) &&
    same(recurrence.bySetPosition, positions) &&
    (monthDays === undefined || same(recurrence.byMonthDay, monthDays)) &&
    (same(recurrence.byMonth, months) || (frequency === 'yearly' && months === undefined)) &&
    same(recurrence.times, times) &&
    same(recurrence.until, until ?? (meaning.length && lastDate(date, meaning.length))) &&
    same(recurrence.count, count) &&
    (parity === undefined || weekNumber(date) % 2 === parity)
  );
}

const lastDate = (start: CivilDate, [n, unit]: NonNullable<Meaning['length']>) =>
  addDays(addUnits(start, n, unit), -1);

/** Returns the ISO 8601 week number, counted from Monday 16 November 2026, which begins week 47. */
function weekNumber(date: CivilDate): number {
  const week = 47 + Math.floor((Date.parse(date) - Date.parse('2026-11-16')) / (7 * 86_400_000));
  return week > 53 ? week - 53 : week;
}

/**
 * Returns true if warnings tell the user which words were not read: nothing of the timing is read, and a warning marks
 * at least one of its words. Markers may be read nevertheless.
 */
export function isReported(
  task: QuickAddTask,
  warnings: readonly QuickAddWarning[],
  { text, title, pieces }: Generated,
): boolean {
  const { date, time, recurrence, rotation, softDue } = task;
  if ([date, time, recurrence, rotation, softDue].some((value) => value !== null)) return false;
  const unread = pieces.filter(({ family }) => family !== 'marker' && family !== 'people.each');
  const left = wordsOf(task.title);
  const isLeft = [...title, ...unread.flatMap((piece) => wordsOf(piece.text))].every((word) =>
    left.includes(word),
  );
  const isMarked = unread.some(({ start, end }) =>
    warnings.some((warning) => warning.start < end && warning.end > start),
  );
  return isLeft && isMarked && text.length > 0;
}
