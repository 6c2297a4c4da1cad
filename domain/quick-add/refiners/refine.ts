import type { Candidate, Claim, ClockTime, Guard } from '../readings.js';
import { comingWeekday } from '../calendar.js';
import { type Sentence, warnAt } from '../sentence.js';
import { isInPart, resolveMinute, resolveRange } from '../grammar/clock-tokens.js';
import { longestWords } from '../grammar/trie.js';
import { combineRules } from './combine.js';
import { withdrawHalfRead } from './leftovers.js';
import {
  NOT_UNDERSTOOD,
  findClaim,
  hasField,
  isTiming,
  MOMENT_FIELDS,
  restoreToTitle,
  withdrawTiming,
  type RefinedCandidates,
  type Refiner,
} from './refiner.js';
import { findCategory } from '../markers/categories.js';

/**
 * Warns the user if the named category does not exist yet. A SHARED task creates it. In a PERSONAL task its
 * name stays in the title instead, because every member would see a new category.
 */
export const withNewCategory: Refiner = (settled, sentence) => {
  const { candidates, warnings } = settled;
  const named = candidates.find(({ claim }) => claim.field === 'category');
  if (named?.claim.field !== 'category' || findCategory(named.claim.name, sentence) !== undefined)
    return settled;
  if (findClaim(candidates, 'visibility') !== undefined)
    return restoreToTitle(settled, sentence, (candidate) => candidate === named, {
      code: 'UNKNOWN_CATEGORY',
      message:
        'A personal task cannot create a category, because all members would see it. Choose an existing one',
    });
  const warning = warnAt(sentence, named, {
    code: 'NEW_CATEGORY',
    message: 'This category is new and will be created',
  });
  return { candidates, warnings: [...warnings, warning] };
};

/**
 * Applies the refiners in order. Each one gets the result of the one before it. Then withdraws what is only half read.
 *
 * @param hints words that are about time, whether they are read or not
 */
export function refineCandidates(
  candidates: readonly Candidate[],
  hints: readonly Candidate[],
  sentence: Sentence,
): RefinedCandidates {
  const settled = REFINERS.reduce<RefinedCandidates>((before, refine) => refine(before, sentence), {
    candidates,
    warnings: [],
  });
  return withoutGuards(withdrawHalfRead(settled, hints, sentence), sentence);
}

/** Withdraws all dates and times if a date does not exist, or if no rule can express a repetition. */
const withoutUnreadable: Refiner = (settled, sentence) => {
  const unreadable = settled.candidates.find(hasField('unread'));
  if (unreadable?.claim.field !== 'unread') return settled;
  const reason = unreadable.claim.warning === undefined ? NOT_UNDERSTOOD : DAYS_NOT_NAMED;
  return restoreToTitle(withdrawTiming(settled, sentence, hasField('unread'), reason), sentence, isHabit);
};

const DAYS_NOT_NAMED = {
  code: 'DAYS_NOT_NAMED',
  message: 'Name the days, for example "every Monday and Thursday"',
} as const;

const isGuard =
  (...guards: readonly Guard[]) =>
  ({ claim }: Candidate) =>
    claim.field === 'guard' && guards.includes(claim.guard);
const isHabit = isGuard('habit');

/**
 * Uses the weekday of "le mercredi à 14h" as the date if nothing else is one. Its words stay in the title, because the
 * task may also repeat.
 */
const habitDatesItsTime: Refiner = (settled, sentence) => {
  const { candidates, warnings } = settled;
  const habit = candidates.find(isHabit);
  const time = candidates.find(hasField('time'));
  const others = candidates.filter((one) => isTiming(one) && one !== time);
  if (habit?.claim.field !== 'guard' || habit.claim.day === undefined) return settled;
  if (time?.claim.field !== 'time' || others.length > 0 || habit.to !== time.from) return settled;
  const on = {
    date: comingWeekday(sentence.today, habit.claim.day),
    style: 'weekday',
    strength: 'strong',
    rolls: true,
  } as const;
  const dated: Candidate = { ...time, claim: { ...time.claim, on } };
  return {
    candidates: candidates.flatMap((one) => (one === time ? [dated] : one === habit ? [] : [one])),
    warnings: [...warnings, warnAt(sentence, habit, AMBIGUOUS)],
  };
};

const isFeast = isGuard('feast');
const namesDay = hasField('date', 'elapsed', 'rule', 'afterCompletion', 'start', 'interval', 'softDue');

/**
 * Uses a feast as the date of the time beside it: "church christmas eve 5pm". Its words stay in the title. Withdraws the
 * time if the feast may have another meaning, as in "christmas market 2pm", because the time would be today.
 */
const feastDatesItsTime: Refiner = (settled, sentence) => {
  const { candidates } = settled;
  const feasts = candidates.filter(isFeast);
  const [feast] = feasts;
  if (feast?.claim.field !== 'guard') return settled;
  const isUndated = candidates.some(hasField('time', 'range')) && !candidates.some(namesDay);
  const time = candidates.find(hasField('time'));
  const isOnDay = time?.claim.field === 'time' && time.claim.on !== undefined;
  if (!isUndated || isOnDay) return settled;
  const { date } = feast.claim;
  const isBeside = time !== undefined && (follows(feast, time, sentence) || follows(time, feast, sentence));
  if (time?.claim.field !== 'time' || date === undefined || feasts.length > 1 || !isBeside)
    return withdrawTiming(settled, sentence, isFeast);
  if (belongsToWord(feast, sentence)) return withdrawTiming(settled, sentence, isFeast);
  const dated: Candidate = { ...time, claim: { ...time.claim, on: date } };
  return { ...settled, candidates: candidates.map((one) => (one === time ? dated : one)) };
};

/** Returns true if at most a comma is between the two readings. */
const follows = ({ to }: Candidate, { from }: Candidate, { tokens }: Sentence) =>
  from === (tokens[to]?.text === ',' ? to + 1 : to);

/** Returns true if a word such as "of" or "before" connects the feast with another word: « marché de Noël ». */
function belongsToWord({ from }: Candidate, { grammar, tokens }: Sentence): boolean {
  const before = tokens[from - 1]?.folded ?? '';
  const { connectors, spanWords, openWords, dangling } = grammar;
  return [connectors, spanWords, openWords].some((words) => words.has(before)) && !dangling.has(before);
}

const AMBIGUOUS = {
  code: 'AMBIGUOUS',
  message: 'Every time or just the next one? Say "every" or a date',
} as const;

/**
 * Uses the time of "train de 8h12 lundi" if the sentence says on which day. In "prendre le train de 8h12 lundi", the task
 * may begin at another time, so the time stays in the title with a warning. "Sieste de 2h" is a duration. In « départ de
 * 8h lundi et retour 18h », both times are read, so `lastCounts` withdraws them.
 */
const nounNamesItsTime: Refiner = (settled, { tokens, grammar }) => {
  const { candidates } = settled;
  const hasNoun = candidates.some(({ claim }) => claim.field === 'guard' && claim.clock !== undefined);
  if (!hasNoun || !candidates.some((one) => hasTime(one) || hasDay(one))) return settled;
  const isBare = ({ from }: Candidate) =>
    tokens[from - 1]?.type === 'word' && !grammar.articles.has(tokens[from - 2]?.folded ?? '');
  const read = (one: Candidate): Candidate => {
    const { claim } = one;
    if (claim.field !== 'guard' || claim.clock === undefined) return one;
    const { clock } = claim;
    const isDuration = !clock.fixed && clock.minute < LATEST_DURATION;
    if (isDuration || candidates.some(({ to }) => to === one.from)) return one;
    return { ...one, claim: isBare(one) ? { field: 'time', clock } : { field: 'guard', guard: 'deadline' } };
  };
  return { ...settled, candidates: candidates.map(read) };
};
const hasTime = hasField('time', 'range', 'elapsed');
const hasDay = hasField('date', 'rule', 'afterCompletion', 'start');
/** In minutes: the longest duration that people write as "de 3h". */
const LATEST_DURATION = 240;

const withoutGuards: Refiner = (settled, sentence) => {
  const asked = restoreToTitle(settled, sentence, isHabit, AMBIGUOUS);
  const understood = restoreToTitle(
    asked,
    sentence,
    isGuard('reminder', 'deadline', 'otherDate'),
    NOT_UNDERSTOOD,
  );
  return restoreToTitle(understood, sentence, hasField('guard'));
};

const isPeriod = hasField('interval');

export function hasSeries(candidates: readonly Candidate[]): boolean {
  return candidates.some(
    ({ claim }) =>
      claim.field === 'rule' ||
      claim.field === 'afterCompletion' ||
      // "One week Alex, one week Sam" describes a repetition without a word such as "every".
      (claim.field === 'rotation' && claim.draft !== undefined),
  );
}

/**
 * Handles the phrases that belong to a series if there is no series. "From Friday" becomes the date. All others, such
 * as "until Friday", "3 times", an exception or a rotation, are put back into the title.
 */
const boundsNeedSeries: Refiner = (settled, sentence) => {
  if (hasSeries(settled.candidates)) return settled;
  const dated = settled.candidates.map((candidate) =>
    candidate.claim.field === 'start'
      ? { ...candidate, claim: { field: 'date', date: candidate.claim.date } as const }
      : candidate,
  );
  const unbounded = restoreToTitle(
    { ...settled, candidates: dated },
    sentence,
    hasField('until', 'length', 'count', 'exceptDays', 'months'),
  );
  // A date or time beside the period would have another meaning without it.
  const leave = unbounded.candidates.some(isPeriod) ? withdrawTiming : restoreToTitle;
  const unranged = leave(unbounded, sentence, isPeriod, {
    code: 'DATE_RANGE',
    message: 'A task has only one date. The period stays in the title',
  });
  return restoreToTitle(unranged, sentence, hasField('rotation', 'rotationStart'), {
    code: 'NOT_APPLICABLE',
    message: 'Only a repeating task can have a rotation',
  });
};

const afterCompletionHasNoBounds: Refiner = (settled, sentence) =>
  findClaim(settled.candidates, 'afterCompletion') === undefined
    ? settled
    : restoreToTitle(
        settled,
        sentence,
        hasField('until', 'length', 'count', 'exceptDays', 'months', 'interval'),
        {
          code: 'NOT_APPLICABLE',
          message: 'A task that repeats after completion cannot have an end or exceptions',
        },
      );

/** Puts "starting with Ben" back into the title if nobody takes turns. */
const startNeedsRotation: Refiner = (settled, sentence) =>
  findClaim(settled.candidates, 'rotation') !== undefined
    ? settled
    : restoreToTitle(settled, sentence, hasField('rotationStart'), {
        code: 'NOT_APPLICABLE',
        message: 'Say who takes turns, for example "in turn"',
      });

/** Which fields of the task are filled by each kind of phrase that was recognised in the sentence. */
const PLACES: { readonly [F in Claim['field']]: readonly string[] } = {
  date: ['date'],
  elapsed: ['date', 'time'],
  start: ['date'],
  interval: ['date', 'end'],
  time: ['time'],
  range: ['time', 'duration'],
  dayPart: ['dayPart'],
  duration: ['duration'],
  rule: ['series'],
  afterCompletion: ['series'],
  until: ['end'],
  length: ['end'],
  count: ['end'],
  exceptDays: ['except'],
  months: ['months'],
  rotation: ['rotation'],
  rotationStart: ['rotationStart'],
  partOfRule: [],
  softDue: ['softDue'],
  category: ['category'],
  priority: ['priority'],
  notes: ['notes'],
  visibility: [],
  member: [],
  together: [],
  each: [],
  guard: [],
  unread: [],
  hint: [],
};

/**
 * Keeps only the last reading if a field is filled twice, because people correct themselves while they write: "lunch
 * friday tomorrow". Withdraws all of them if words or signs are between them, because they then are a list or belong to
 * two events, and a task has only one of each: "tuesday or maybe thursday", "drop off 8am, pick up 4pm". Does so too if
 * the first one is a period such as "june 4 to 11".
 */
const lastCounts: Refiner = (settled, sentence) => {
  const taken = new Map<string, Candidate>();
  const superseded = new Set<Candidate>();
  const read = readTokens(settled);
  for (const candidate of [...settled.candidates].sort((a, b) => b.from - a.from)) {
    const places = PLACES[candidate.claim.field];
    const later = places.map((place) => taken.get(place)).find((one) => one !== undefined);
    if (later === undefined) for (const place of places) taken.set(place, candidate);
    else if ([candidate, later].every(isTiming) && (isPeriod(candidate) || areApart(candidate, later, read)))
      return withdrawTiming(settled, sentence, (one) => one === candidate || one === later);
    else superseded.add(candidate);
  }
  return restoreToTitle(settled, sentence, (candidate) => superseded.has(candidate), {
    code: 'SUPERSEDED',
    message: 'Given twice. The last one is used',
  });
};

/** Returns the indexes of all tokens that are a part of a reading. */
function readTokens({ candidates }: RefinedCandidates): ReadonlySet<number> {
  const read = new Set<number>();
  for (const { claim, from, to } of candidates)
    if (claim.field !== 'guard') for (let at = from; at < to; at += 1) read.add(at);
  return read;
}

/** Returns true if a word or a sign of the title is between the readings. */
function areApart({ to }: Candidate, { from }: Candidate, read: ReadonlySet<number>): boolean {
  for (let at = to; at < from; at += 1) if (!read.has(at)) return true;
  return false;
}

/**
 * Puts a due period back into the title if the task has a date or repeats. "By Friday at 5pm" names a moment, so it
 * becomes a date. "This week at 5pm" does not name a moment, so the time is returned to the title.
 */
const softDueStandsAlone: Refiner = (settled, sentence) => {
  const { candidates } = settled;
  const { softDue, isBefore } = findClaim(candidates, 'softDue') ?? {};
  if (softDue === undefined) return settled;
  // "Every Monday before June" would repeat for ever without its end.
  if (hasSeries(candidates)) return withdrawTiming(settled, sentence, hasField('softDue'));
  if (findClaim(candidates, 'date') ?? findClaim(candidates, 'elapsed'))
    return restoreToTitle(settled, sentence, hasField('softDue'), {
      code: 'SUPERSEDED',
      message: 'A task with a date cannot also have a due period',
    });
  if (!candidates.some(hasField('time', 'range', 'dayPart'))) return settled;
  // No field of a task means "before Friday noon".
  if (isBefore === true) return withdrawTiming(settled, sentence, hasField('softDue'));
  if (softDue.kind !== 'BEFORE')
    return restoreToTitle(settled, sentence, hasField('time', 'range', 'dayPart'), {
      code: 'NOT_APPLICABLE',
      message: 'A time needs a date',
    });
  // "By Friday evening" is no moment: the task may be done all day.
  if (!candidates.some(hasField('time', 'range')))
    return withdrawTiming(settled, sentence, hasField('softDue'));
  const date = { date: softDue.date, style: 'calendar', strength: 'strong' } as const;
  const dated = candidates.map((candidate) =>
    candidate.claim.field === 'softDue'
      ? { ...candidate, claim: { field: 'date', date } as const }
      : candidate,
  );
  return { ...settled, candidates: dated };
};

/** Withdraws "twice daily at 8am" and "every morning and evening at 8": the rule already has its times. */
const timesAreSaidOnce: Refiner = (settled, sentence) => {
  const hasTimes = findClaim(settled.candidates, 'rule')?.draft.rule.times !== undefined;
  const times = findClaim(settled.candidates, 'time');
  const hasAll = times?.others !== undefined;
  const isTime = hasField('time', 'range', 'dayPart', 'elapsed');
  return hasTimes && !hasAll && settled.candidates.some(isTime)
    ? withdrawTiming(settled, sentence, isTime)
    : settled;
};

/**
 * Uses « midi » of « dimanche midi chez papi à 12h30 » as the part of the day if another time around noon says when
 * exactly.
 */
const noonIsPartOfDay: Refiner = (settled, sentence) => {
  const { candidates } = settled;
  const { grammar, tokens } = sentence;
  const times = candidates.filter(hasField('time'));
  const isNoonOfDay = ({ from, to }: Candidate) => {
    const read = longestWords(grammar.dayTimes, tokens, from);
    return (
      read?.end === to && read.value === '12:00' && candidates.some((one) => hasDay(one) && one.to === from)
    );
  };
  const noon = times.find(isNoonOfDay);
  const isAround = ({ claim }: Candidate) => {
    if (claim.field !== 'time') return false;
    const minute = resolveMinute(claim.clock, 'afternoon', grammar.language.clock);
    return minute >= NOON && minute < END_OF_NOON;
  };
  if (noon === undefined || times.length !== 2 || !times.every(isAround)) return settled;
  const part: Candidate = { ...noon, claim: { field: 'dayPart', part: 'afternoon' } };
  return { ...settled, candidates: candidates.map((one) => (one === noon ? part : one)) };
};
const NOON = 720;
const END_OF_NOON = 840;

/**
 * Withdraws "every day at 6 except fridays at 7", because the time after an exception may be that of the days which the
 * repetition leaves out.
 */
const exceptionsHaveNoTime: Refiner = (settled, sentence) => {
  const exceptions = settled.candidates.filter(hasField('exceptDays'));
  const isOfException = (one: Candidate) =>
    hasField('time', 'range', 'dayPart')(one) && exceptions.some(({ to }) => to === one.from);
  return settled.candidates.some(isOfException) ? withdrawTiming(settled, sentence, isOfException) : settled;
};

/**
 * Withdraws "every morning at 6pm" and "tonight at 9am", in which the time does not fit the part of the day. Withdraws
 * "tomorrow, morning and evening" too, because a task on one date has only one time, and "every morning until friday
 * evening", because the part of the day belongs to the end.
 */
const timesFitTheDay: Refiner = (settled, sentence) => {
  const { candidates } = settled;
  const draft = findClaim(candidates, 'rule')?.draft;
  if (draft?.namesOnlyTimes === true && findClaim(candidates, 'date') !== undefined)
    return withdrawTiming(settled, sentence, hasField('rule'));
  const part = findClaim(candidates, 'dayPart')?.part ?? findClaim(candidates, 'date')?.part ?? draft?.part;
  const clock = findClaim(candidates, 'time')?.clock;
  const range = findClaim(candidates, 'range');
  const hourClock = sentence.grammar.language.clock;
  const hours = range && resolveRange(range.start, range.end, part ?? null, hourClock);
  const minute = hours?.start ?? (clock?.fixed === true ? clock.minute : null);
  const isUnclear = range && hours && part === undefined && mayEndInTheNight(range, hours.minutes, hourClock);
  if (isUnclear === true || endsInPart(candidates, sentence))
    return withdrawTiming(settled, sentence, hasField('range', 'until', 'interval'));
  return part !== undefined && minute !== null && !isInPart(minute, part)
    ? withdrawTiming(settled, sentence, hasField('time', 'range'))
    : settled;
};

/** Returns true for « de 9h à 5h », which may end in the afternoon or in the night. */
function mayEndInTheNight({ start, end }: ClockRange, minutes: number, hourClock: 12 | 24): boolean {
  const isOver = hourClock === 24 && !end.fixed && end.minute < start.minute && start.is24 !== true;
  return isOver && minutes > LONGEST_SHIFT;
}
type ClockRange = { readonly start: ClockTime; readonly end: ClockTime };
/** In minutes: the longest range of hours in which the end is clearly in the afternoon. */
const LONGEST_SHIFT = 360;

/** Returns true if a part of the day follows the end of a repetition. */
const endsInPart = (candidates: readonly Candidate[], sentence: Sentence) =>
  candidates.some(
    (part) =>
      part.claim.field === 'dayPart' &&
      candidates.some((end) => hasField('until', 'interval')(end) && follows(end, part, sentence)),
  );

/**
 * Uses the part of the day at the beginning of the sentence as its title if there is no other: « soirée samedi 20h-2h »,
 * "nights mon tue wed". Its usual hour is not read then. A time beside it is still in this part of the day.
 */
const partOfDayIsTitle: Refiner = (settled, sentence) => {
  const { candidates } = settled;
  const part = candidates.find(({ from, claim }) => from === 0 && claim.field === 'dayPart');
  const isRead = (at: number) => candidates.some(({ from, to }) => at >= from && at < to);
  const hasTitle = sentence.tokens.some(({ type }, at) => type !== 'sign' && !isRead(at));
  if (part?.claim.field !== 'dayPart' || hasTitle) return settled;
  const { clock } = sentence.grammar.language;
  const dayPart = part.claim.part;
  const inPart = (time: ClockTime): ClockTime => ({
    ...time,
    minute: resolveMinute(time, dayPart, clock),
    fixed: true,
  });
  const withoutPart = (one: Candidate): Candidate => {
    const { claim } = one;
    if (one === part) return { ...one, claim: { field: 'guard', guard: 'name' } };
    if (claim.field === 'time') return { ...one, claim: { ...claim, clock: inPart(claim.clock) } };
    return claim.field === 'range' ? { ...one, claim: { ...claim, start: inPart(claim.start) } } : one;
  };
  return { ...settled, candidates: candidates.map(withoutPart) };
};

/** Members who are named within a rotation, or as the one who begins, take turns. They do not become assignees in addition. */
const rotationTakesItsMembers: Refiner = (settled, sentence) => {
  const rotations = settled.candidates.filter(hasField('rotation', 'rotationStart'));
  if (rotations.length === 0) return settled;
  const isInside = ({ from, to }: Candidate) =>
    rotations.some((rotation) => from >= rotation.from && to <= rotation.to);
  return restoreToTitle(
    settled,
    sentence,
    (candidate) => candidate.claim.field === 'member' && isInside(candidate),
  );
};

const REFINERS: readonly Refiner[] = [
  withoutUnreadable,
  combineRules,
  habitDatesItsTime,
  nounNamesItsTime,
  boundsNeedSeries,
  feastDatesItsTime,
  afterCompletionHasNoBounds,
  exceptionsHaveNoTime,
  noonIsPartOfDay,
  lastCounts,
  softDueStandsAlone,
  startNeedsRotation,
  timesAreSaidOnce,
  timesFitTheDay,
  partOfDayIsTitle,
  rotationTakesItsMembers,
  withNewCategory,
];

const isMoment = hasField(...MOMENT_FIELDS);

/**
 * Extends candidates to the left, so that the title does not contain words and dashes that only introduced a date or
 * time: "meeting on tomorrow", "dentist - 6pm". A word that belongs to a verb is kept, as in "turn the lights on
 * tomorrow". The "and" between two members is removed too.
 */
export function withDangling(candidates: readonly Candidate[], sentence: Sentence): readonly Candidate[] {
  const isTaken = (at: number) => candidates.some(({ from, to }) => at >= from && at < to);
  return candidates.map((candidate) => {
    let { from } = candidate;
    if (candidate.claim.field === 'member')
      return { ...candidate, from: findJoinedStart(candidate, candidates, sentence) };
    if (!isMoment(candidate)) return candidate;
    while (dangles(sentence, from - 1) && !isTaken(from - 1)) from -= 1;
    return from === candidate.from ? candidate : { ...candidate, from };
  });
}

/**
 * Returns the first token of a member's name, or of an "and" that connects it with another member, as in "@alex and
 * @sam".
 */
function findJoinedStart(
  { from }: Candidate,
  candidates: readonly Candidate[],
  { tokens, grammar }: Sentence,
): number {
  const before = candidates.find(
    ({ claim, to }) =>
      claim.field === 'member' &&
      tokens[to]?.type === 'word' &&
      longestWords(grammar.joiners, tokens, to)?.end === from,
  );
  return before?.to ?? from;
}

function dangles({ tokens, grammar }: Sentence, at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || next?.glued === true) return false;
  if (token.folded === '-') return !token.glued;
  const startsWithVerb = grammar.particleVerbs.has(tokens[0]?.folded ?? '');
  return grammar.dangling.has(token.folded) && !startsWithVerb;
}
