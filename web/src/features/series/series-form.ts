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
export type Weekday = (typeof WEEKDAYS)[number];

export const EVERY = ['daily', 'weekly', 'monthly', 'yearly', 'afterCompletion'] as const;
export const ENDS = ['never', 'until', 'count'] as const;
export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export const TURNS = ['fixed', 'turns', 'periods', 'roster', 'shuffle', 'balanced'] as const;

/** When it comes back, as a form has it. */
export type When = {
  /** `asItIs`: the rule says more than there are fields for. */
  readonly every: (typeof EVERY)[number] | 'asItIs';
  readonly interval: number;
  /** What comes so long after it was done. */
  readonly unit: (typeof PERIODS)[number];
  readonly days: readonly Weekday[];
  readonly monthBy: 'day' | 'weekday';
  readonly monthDays: readonly number[];
  readonly nth: number;
  readonly nthDay: Weekday;
  readonly ends: (typeof ENDS)[number];
  readonly until: string;
  readonly count: number;
  /** None: the whole day. */
  readonly times: readonly string[];
};

/** Whose turn it is, as a form has it: people stay when the kind changes. */
export type Turns = {
  readonly kind: (typeof TURNS)[number];
  /** Always the same ones. */
  readonly fixed: readonly string[];
  /** Those who are one after the other, some of them together. */
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
  /** What the form was filled from: what it shows no field for stays. */
  readonly found: { readonly recurrence: Recurrence | null; readonly rotation: Rotation | null };
};

/** What the service takes of a draft. */
export type Fields = Pick<
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

/** How a task that does not repeat yet would, until something else is said. */
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

/** The same where it begins on another day: what was the day of the first date by itself is that of the new one. */
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

/** The service leaves it out where it is 1. */
const withInterval = (rule: Omit<Rule, 'interval'>): Rule => ({ interval: 1, ...rule });

/** Equal of two that say the same in the same parts. */
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

/** The rule that a form describes, with what it has no field for as it was found. Null: it does not repeat yet. */
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
    // Which day of a year is said by where it begins; a rule that says more keeps it.
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

/** The rotation that a form describes. */
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

export function toFields({ when, turns, found, steps, notes, title, season, ...rest }: Draft): Fields {
  const recurrence = toRecurrence(when, found.recurrence);
  return {
    ...rest,
    title: title.trim(),
    notes: notes.trim() === '' ? null : notes,
    ...(recurrence !== null && { recurrence }),
    // Several times of a day are the rule's.
    ...(when.times.length < 2 && { time: when.times[0] ?? null }),
    rotation: toRotation(turns, found.rotation),
    season: season.length === 0 ? null : season,
    checklist: steps.flatMap((step) => (step.trim() === '' ? [] : { title: step.trim() })),
  };
}

/** What of the draft is another than it was when it was filled. */
export function changesOf(base: Draft, draft: Draft): Fields {
  const before = toFields(base);
  const now = toFields(draft);
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, part]) => JSON.stringify(part) !== JSON.stringify(before[name as keyof Fields]),
    ),
  );
}

/** Which part of a draft holds a field, where it has another name. */
const PART_OF: { readonly [F in keyof Fields]?: keyof Draft } = {
  time: 'when',
  recurrence: 'when',
  rotation: 'turns',
  checklist: 'steps',
};

/** What was changed of one state, on top of another: whole parts, none of them merged. */
export function applyAgain(base: Draft, draft: Draft, current: Draft): Draft {
  const parts = Object.keys(changesOf(base, draft)).map(
    (name) => PART_OF[name as keyof Fields] ?? (name as keyof Draft),
  );
  return {
    ...current,
    ...Object.fromEntries(parts.map((part) => [part, draft[part]])),
    found: current.found,
  };
}
