import type { Category, Household, Member } from '../households/household.js';
import type { SeriesPart } from '../series/edit-request.js';
import type { SeriesRecord } from '../series/series.js';
import { sameJson } from '../shared/json.js';
import type { OccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { listDoers, listTicks } from '../tasks/ticks.js';
import type { FieldChange } from './activity.js';

/**
 * The fields of a task in the order in which clients show them. `values`: the change is listed with its
 * values. `name`: only the name is listed, because the text may be long.
 */
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

/**
 * Returns the fields that an edit changed. If the edit made a PERSONAL task SHARED, only the change of visibility is
 * returned, because other members must not see the former values.
 */
export function fieldChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  return changesBetween(before, after, FIELDS);
}

const OF_COMPLETION = ['completedFor', 'completedForIds', 'completedAt', 'doneBy'] as const;

/**
 * Returns the fields that changed when a completion was corrected. For an open task, these are the members
 * who have ticked.
 */
export function completionChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  const isShared = [before, after].some((row) => listDoers(row).length > 1);
  const toComparable = (row: Occurrence) => ({
    ...row,
    completedForIds: isShared ? listDoers(row) : null,
    doneBy: row.completedFor === null ? listTicks(row).map(({ memberId }) => memberId) : null,
    completedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
  });
  return differences(toComparable(before), toComparable(after), OF_COMPLETION);
}

/** The additional fields of a series. Clients show them after the fields of an occurrence. */
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
/**
 * Fields that are deleted when a member erases their account. Their values are not listed, because the
 * history would still contain them afterwards.
 */
const ERASABLE = new Set<string>(['displayName', 'awayPeriods']);

/** Returns the changed fields of a household. Weekdays are in upper case, as in API responses. */
export function householdChanges(before: Household, after: Household): FieldChange[] {
  const shown = (household: Household) => ({
    ...household,
    weekStartsOn: household.weekStartsOn.toUpperCase(),
  });
  return differences(shown(before), shown(after), OF_HOUSEHOLD);
}

/** Returns the changed fields of a member. */
export function memberChanges(before: Member, after: Member): FieldChange[] {
  return differences(before, after, OF_MEMBER, ERASABLE);
}

/** Returns the changed fields of a category. */
export function categoryChanges(before: Category, after: Category): FieldChange[] {
  return differences(before, after, OF_CATEGORY);
}

/**
 * Returns the changed fields of a series: its content, and the fields that apply to all its dates. If the edit made a
 * PERSONAL series SHARED, only the change of visibility is returned.
 */
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
