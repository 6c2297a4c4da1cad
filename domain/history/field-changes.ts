import type { Category, Household, Member } from '../households/household.js';
import type { SeriesRecord } from '../series/series.js';
import { sameJson } from '../shared/same-json.js';
import type { OccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';
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
  notes: 'name',
};
const FIELDS = Object.keys(SHOWN) as readonly (keyof OccurrenceEdit)[];

/** What an edit changed, field by field; of what was PERSONAL until then nobody learns how it was. */
export function fieldChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  return changesBetween(before, after, FIELDS);
}

const OF_COMPLETION = ['completedFor', 'completedAt'] as const;

/** {@link fieldChanges} of what is done, where it is told anew who did it and when. */
export function completionChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  const told = (row: Occurrence) => ({
    ...row,
    completedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
  });
  return differences(told(before), told(after), OF_COMPLETION);
}

const OF_SERIES = ['recurrence', 'rotation', 'missed', 'checklist'] as const;
const NAMED = new Set<string>([...FIELDS.filter((field) => SHOWN[field] === 'name'), 'checklist']);

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

/** {@link fieldChanges} of a series: its content, its rule, who takes turns, and what becomes of what is missed. */
export function seriesChanges(before: SeriesRecord, after: SeriesRecord): FieldChange[] {
  const shown = ({ template, recurrence, segments, missed }: SeriesRecord) => ({
    ...template,
    ...{ recurrence, missed, rotation: segments.at(-1)?.rotation },
  });
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
