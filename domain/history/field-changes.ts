import type { Category, Household, Member } from '../households/household.js';
import type { SeriesPart } from '../series/edit.js';
import type { SeriesRecord } from '../series/series.js';
import { sameJson } from '../shared/same-json.js';
import type { OccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { listDoers, listTicks } from '../tasks/ticks.js';
import type { FieldChange } from './activity.js';

/** In the order in which clients show them: a long text is named without its contents. */
const SHOWN: Record<keyof OccurrenceEdit, 'values' | 'name'> = {
  title: 'values',
  categoryId: 'values',
  visibility: 'values',
  priority: 'values',
  date: 'values',
  time: 'values',
  durationMinutes: 'values',
  allDay: 'values',
  softDue: 'values',
  responsibleMemberIds: 'values',
  reminders: 'values',
  showFrom: 'values',
  nag: 'values',
  escalateAfterMinutes: 'values',
  completion: 'values',
  notes: 'name',
};
const FIELDS = Object.keys(SHOWN) as readonly (keyof OccurrenceEdit)[];

/** What an edit changed, field by field; of what was PERSONAL until then nobody learns how it was. */
export function fieldChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  return changesBetween(before, after, FIELDS);
}

const OF_COMPLETION = ['completedFor', 'completedForIds', 'completedAt', 'doneBy'] as const;

/** {@link fieldChanges} of what is done, where it is told anew who did it and when; of what is to do, who has ticked it. */
export function completionChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  const isShared = [before, after].some((row) => listDoers(row).length > 1);
  const told = (row: Occurrence) => ({
    ...row,
    completedForIds: isShared ? listDoers(row) : null,
    doneBy: row.completedFor === null ? listTicks(row).map(({ memberId }) => memberId) : null,
    completedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
  });
  return differences(told(before), told(after), OF_COMPLETION);
}

/** What a series has beside, in their order after those. */
const SHOWN_OF_SERIES: Record<keyof SeriesPart, 'values' | 'name'> = {
  recurrence: 'values',
  rotation: 'values',
  missed: 'values',
  season: 'values',
  shift: 'values',
  whenAway: 'values',
  checklist: 'name',
};
const OF_SERIES = Object.keys(SHOWN_OF_SERIES) as readonly (keyof SeriesPart)[];
const NAMED = new Set<string>([
  ...FIELDS.filter((field) => SHOWN[field] === 'name'),
  ...OF_SERIES.filter((field) => SHOWN_OF_SERIES[field] === 'name'),
]);

const OF_HOUSEHOLD: readonly (keyof Household)[] = [
  'name',
  'timeZone',
  'locale',
  'weekStartsOn',
  'calendarTitleFormat',
  'defaultEffortMinutes',
];
const OF_MEMBER: readonly (keyof Member)[] = [
  'role',
  'group',
  'color',
  'displayName',
  'awayPeriods',
  'weight',
  'takesTurns',
  'managerIds',
  'activeFrom',
  'activeUntil',
];
const OF_CATEGORY: readonly (keyof Category)[] = ['name', 'color', 'icon'];
/** What goes with whoever erases their account is named without its contents. */
const ERASABLE = new Set<string>(['displayName', 'awayPeriods']);

/** {@link fieldChanges} of a household; the first day of its week as answers write it. */
export function householdChanges(before: Household, after: Household): FieldChange[] {
  const shown = (household: Household) => ({
    ...household,
    weekStartsOn: household.weekStartsOn.toUpperCase(),
  });
  return differences(shown(before), shown(after), OF_HOUSEHOLD);
}

/** {@link fieldChanges} of a member. */
export function memberChanges(before: Member, after: Member): FieldChange[] {
  return differences(before, after, OF_MEMBER, ERASABLE);
}

/** {@link fieldChanges} of a category. */
export function categoryChanges(before: Category, after: Category): FieldChange[] {
  return differences(before, after, OF_CATEGORY);
}

/** {@link fieldChanges} of a series: its content, and what is said of all of its dates. */
export function seriesChanges(before: SeriesRecord, after: SeriesRecord): FieldChange[] {
  const shown = ({ template, segments, ...series }: SeriesRecord) => {
    const { recurrence, missed, season, shift, whenAway } = series;
    const ofSeries: Record<keyof SeriesPart, unknown> = {
      ...{ recurrence, missed, season, shift, whenAway },
      ...{ rotation: segments.at(-1)?.rotation, checklist: template.checklist },
    };
    return { ...template, ...ofSeries };
  };
  return changesBetween(shown(before), shown(after), [...FIELDS, ...OF_SERIES]);
}

function changesBetween(
  before: Pick<Occurrence, 'visibility'>,
  after: Pick<Occurrence, 'visibility'>,
  fields: readonly string[],
): FieldChange[] {
  const isShared = before.visibility === 'PERSONAL' && after.visibility === 'SHARED';
  return differences(before, after, isShared ? ['visibility'] : fields, NAMED);
}

function differences(
  before: object,
  after: object,
  fields: readonly string[],
  named: ReadonlySet<string> = new Set(),
): FieldChange[] {
  const value = (row: object, field: string) => (row as Readonly<Record<string, unknown>>)[field] ?? null;
  return fields
    .filter((field) => !sameJson(value(before, field), value(after, field)))
    .map((field) =>
      named.has(field)
        ? { field, from: null, to: null }
        : { field, from: value(before, field), to: value(after, field) },
    );
}
