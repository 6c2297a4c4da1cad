import type { Dto } from '../../api/client.ts';

type Series = Dto['SeriesDto'];
type Rule = Dto['RecurrenceRule'];
type Recurrence = Dto['Recurrence'];
export type Rotation = Dto['Rotation'];
type Roster = Extract<Rotation, { kind: 'roster' }>;
export type Weeks = Roster['weeks'];
export type Draw = NonNullable<Extract<Rotation, { kind: 'balanced' }>['draw']>;
export type Shift = Dto['SeriesShiftInput'];
export type Season = Dto['Season'];

export const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;
export type RuleDay = (typeof WEEKDAYS)[number];

export const EVERY = ['daily', 'weekly', 'monthly', 'yearly', 'afterCompletion'] as const;
export const ENDS = ['never', 'until', 'count'] as const;
export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export const TURNS = ['fixed', 'turns', 'periods', 'roster', 'shuffle', 'balanced'] as const;

/** The rule as fields of the form. */
export type When = {
  /** The value `asItIs` means that the form has no fields for this rule, so the rule stays unchanged. */
  readonly every: (typeof EVERY)[number] | 'asItIs';
  readonly interval: number;
  /** The unit of `interval` in a series that repeats after completion. */
  readonly unit: (typeof PERIODS)[number];
  readonly days: readonly RuleDay[];
  readonly monthBy: 'day' | 'weekday';
  readonly monthDays: readonly number[];
  readonly nth: number;
  readonly nthDay: RuleDay;
  readonly ends: (typeof ENDS)[number];
  readonly until: string;
  readonly count: number;
  /** The times of the day. Empty means all day. */
  readonly times: readonly string[];
};

/** The rotation as fields of the form. The members stay when the kind changes. */
export type Turns = {
  readonly kind: (typeof TURNS)[number];
  /** The assignees of a series in which members do not take turns. */
  readonly fixed: readonly string[];
  /** The members in their order. Members in the same element do the turn together. */
  readonly order: readonly (readonly string[])[];
  readonly unit: 'day' | 'week' | 'month';
  readonly length: number;
  readonly weeks: Weeks;
  readonly draw: Draw;
};

export type Draft = {
  readonly title: string;
  readonly notes: string;
  readonly categoryId: string | null;
  readonly priority: Series['priority'];
  readonly durationMinutes: number | null;
  readonly showFrom: number | null;
  readonly when: When;
  readonly turns: Turns;
  readonly nag: Dto['NagInput'] | null;
  readonly escalateAfterMinutes: number | null;
  readonly completion: Series['completion'];
  readonly whenAway: Series['whenAway'];
  readonly missed: Series['missed'];
  readonly season: Season;
  readonly shift: Shift | null;
  readonly steps: readonly string[];
  /** The values with which the form was filled. Parts that have no field in the form stay unchanged. */
  readonly found: { readonly recurrence: Recurrence | null; readonly rotation: Rotation | null };
};

/** The fields of a series that the form sends to the service. */
export type SeriesFields = Pick<
  Dto['UpdateSeriesInput'],
  | 'title'
  | 'notes'
  | 'categoryId'
  | 'priority'
  | 'durationMinutes'
  | 'showFrom'
  | 'nag'
  | 'escalateAfterMinutes'
  | 'completion'
  | 'whenAway'
  | 'time'
  | 'recurrence'
  | 'rotation'
  | 'missed'
  | 'season'
  | 'shift'
  | 'checklist'
>;

const isRule = (recurrence: Recurrence): recurrence is Rule => 'frequency' in recurrence;

/** Returns the default rule for a task that does not repeat yet. */
export function emptyWhen(date: string, times: readonly string[] = []): When {
  const day = WEEKDAYS[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 'mo';
  const dayOfMonth = Number(date.slice(8));
  return {
    every: 'weekly',
    interval: 1,
    unit: 'week',
    days: [day],
    monthBy: 'day',
    monthDays: [dayOfMonth],
    nth: Math.min(4, Math.ceil(dayOfMonth / 7)),
    nthDay: day,
    ends: 'never',
    until: '',
    count: 10,
    times,
  };
}

/**
 * Returns the rule for a different start date. Parts of the rule that still match the old start date, such as its
 * weekday, are adapted to the new date.
 */
export function startOn(when: When, from: string, to: string): When {
  const [before, after] = [emptyWhen(from), emptyWhen(to)];
  const { days, monthDays, nth, nthDay } = when;
  return {
    ...when,
    ...(days.join() === before.days.join() && { days: after.days }),
    ...(monthDays.join() === before.monthDays.join() && { monthDays: after.monthDays }),
    ...(nth === before.nth && nthDay === before.nthDay && { nth: after.nth, nthDay: after.nthDay }),
  };
}

export const emptyTurns = (fixed: readonly string[] = []): Turns => ({
  kind: 'fixed',
  fixed,
  order: [],
  unit: 'week',
  length: 1,
  weeks: [{}],
  draw: { unit: 'week', ahead: 14 },
});

export function toDraft(series: Series): Draft {
  const { title, notes, categoryId, priority, durationMinutes, showFrom, missed, recurrence, rotation } =
    series;
  const { nag, escalateAfterMinutes, completion, whenAway } = series;
  return {
    ...{ nag, escalateAfterMinutes, completion, whenAway },
    ...{ title, categoryId, priority, durationMinutes, showFrom, missed },
    notes: notes ?? '',
    when: toWhen(recurrence, series.startDate, series.time),
    turns: toTurns(rotation),
    season: series.season ?? [],
    shift: series.shift,
    steps: series.checklist.map((step) => step.title),
    found: { recurrence, rotation },
  };
}

function toWhen(recurrence: Recurrence, start: string, time: string | null): When {
  const times =
    isRule(recurrence) && recurrence.times !== undefined ? recurrence.times : time === null ? [] : [time];
  const empty = emptyWhen(start, times);
  if (!isRule(recurrence))
    return { ...empty, every: 'afterCompletion', interval: recurrence.every, unit: recurrence.unit };
  const { frequency, interval, byDay = [], byMonthDay, until, count } = withInterval(recurrence);
  const [first] = byDay;
  const read: When = {
    ...empty,
    every: frequency,
    interval,
    ...(frequency === 'weekly' && { days: byDay.map(({ day }) => day) }),
    ...(frequency === 'monthly' &&
      first !== undefined && { monthBy: 'weekday', nth: first.nthOfPeriod ?? 1, nthDay: first.day }),
    ...(frequency === 'monthly' && byMonthDay !== undefined && { monthDays: byMonthDay }),
    ends: until !== undefined ? 'until' : count !== undefined ? 'count' : 'never',
    until: until ?? '',
    count: count ?? empty.count,
  };
  const written = toRecurrence(read, recurrence);
  return written !== null && ruleKey(written) === ruleKey(recurrence) ? read : { ...read, every: 'asItIs' };
}

/** The service leaves out `interval` if it is 1. */
const withInterval = (rule: Omit<Rule, 'interval'>): Rule => ({ interval: 1, ...rule });

/** Returns a string that is equal for two rules if they have the same parts. */
function ruleKey(recurrence: Recurrence): string {
  return JSON.stringify(
    Object.entries({ interval: 1, ...recurrence }).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function toTurns(rotation: Rotation | null): Turns {
  const empty = emptyTurns();
  switch (rotation?.kind) {
    case undefined:
      return empty;
    case 'fixed':
      return { ...empty, fixed: rotation.members };
    case 'turns': {
      const { order, unit = 'occurrence', length } = rotation;
      return unit === 'occurrence'
        ? { ...empty, kind: 'turns', order, length }
        : { ...empty, kind: 'periods', order, unit, length };
    }
    case 'roster':
      return { ...empty, kind: 'roster', weeks: rotation.weeks };
    case 'shuffle':
      return { ...empty, kind: 'shuffle', order: rotation.order.map((id) => [id]) };
    case 'balanced':
      return {
        ...empty,
        kind: 'balanced',
        order: rotation.members.map((id) => [id]),
        draw: rotation.draw ?? empty.draw,
      };
  }
}

/**
 * Returns the rule that the form describes. Parts without a field in the form are taken from `found`. null means
 * the task does not repeat.
 */
export function toRecurrence(when: When, found: Recurrence | null): Recurrence | null {
  const { every, interval, unit, days, monthBy, monthDays, nth, nthDay, ends, until, count, times } = when;
  if (every === 'asItIs') return found;
  if (every === 'afterCompletion') return { kind: 'afterCompletion', every: interval, unit };
  const before = found !== null && isRule(found) && found.frequency === every ? found : null;
  return {
    frequency: every,
    interval,
    ...(before?.firstDayOfWeek !== undefined && { firstDayOfWeek: before.firstDayOfWeek }),
    ...(before?.skip !== undefined && { skip: before.skip }),
    ...(every === 'weekly' &&
      days.length > 0 && { byDay: WEEKDAYS.filter((day) => days.includes(day)).map((day) => ({ day })) }),
    ...(every === 'monthly' && monthBy === 'day' && monthDays.length > 0 && { byMonthDay: [...monthDays] }),
    ...(every === 'monthly' && monthBy === 'weekday' && { byDay: [{ day: nthDay, nthOfPeriod: nth }] }),
    // The form takes the day of a yearly rule from the start date. If `found` has more parts, they are kept.
    ...(every === 'yearly' &&
      before !== null && {
        ...(before.byMonth !== undefined && { byMonth: before.byMonth }),
        ...(before.byMonthDay !== undefined && { byMonthDay: before.byMonthDay }),
        ...(before.byDay !== undefined && { byDay: before.byDay }),
      }),
    ...(times.length > 1 && { times: [...times].sort() }),
    ...(ends === 'until' && until !== '' && { until }),
    ...(ends === 'count' && { count }),
  };
}

/** Returns the rotation of the form. */
export function toRotation(turns: Turns, found: Rotation | null): Rotation {
  const { kind, fixed, order, unit, length, weeks, draw } = turns;
  const people = [...new Set(order.flat())];
  switch (kind) {
    case 'fixed':
      return { kind: 'fixed', members: [...fixed] };
    case 'turns':
    case 'periods':
      return {
        kind: 'turns',
        order: order.map((slot) => [...slot]),
        unit: kind === 'turns' ? 'occurrence' : unit,
        length,
        offset: found?.kind === 'turns' && found.order.length === order.length ? found.offset : 0,
      };
    case 'roster':
      return { kind: 'roster', weeks };
    case 'shuffle':
      return {
        kind: 'shuffle',
        order: people,
        ...(found?.kind === 'shuffle' && found.seed !== undefined && { seed: found.seed }),
      };
    case 'balanced':
      return { kind: 'balanced', members: people, draw };
  }
}

export function toFields({ when, turns, found, steps, notes, title, season, ...rest }: Draft): SeriesFields {
  const recurrence = toRecurrence(when, found.recurrence);
  return {
    ...rest,
    title: title.trim(),
    notes: notes.trim() === '' ? null : notes,
    ...(recurrence !== null && { recurrence }),
    // A single time of the day is stored in the task. Several times are part of the rule instead.
    ...(when.times.length < 2 && { time: when.times[0] ?? null }),
    rotation: toRotation(turns, found.rotation),
    season: season.length === 0 ? null : season,
    checklist: steps.flatMap((step) => (step.trim() === '' ? [] : { title: step.trim() })),
  };
}

/** Returns the fields of the draft that differ from `base`. */
export function changesOf(base: Draft, draft: Draft): SeriesFields {
  const before = toFields(base);
  const now = toFields(draft);
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, part]) => JSON.stringify(part) !== JSON.stringify(before[name as keyof SeriesFields]),
    ),
  );
}

/** Maps a field of the service to the part of the draft that contains it, if that part has a different name. */
const PART_OF: { readonly [F in keyof SeriesFields]?: keyof Draft } = {
  time: 'when',
  recurrence: 'when',
  rotation: 'turns',
  checklist: 'steps',
};

/**
 * Applies the changes between `base` and `draft` to `current`. A changed part replaces the part in `current`
 * completely, and is not merged with it.
 */
export function applyAgain(base: Draft, draft: Draft, current: Draft): Draft {
  const parts = Object.keys(changesOf(base, draft)).map(
    (name) => PART_OF[name as keyof SeriesFields] ?? (name as keyof Draft),
  );
  return {
    ...current,
    ...Object.fromEntries(parts.map((part) => [part, draft[part]])),
    found: current.found,
  };
}
