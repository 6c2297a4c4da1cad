import { sameJson } from '../shared/same-json.js';
import type { OccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';

/** What hangs together is merged together: who has seen date and time and moves one decides about both. */
const GROUPS = {
  schedule: ['date', 'time', 'allDay', 'durationMinutes', 'softDue'],
  title: ['title'],
  notes: ['notes'],
  categoryId: ['categoryId'],
  priority: ['priority'],
  visibility: ['visibility'],
  people: ['responsibleMemberIds', 'completion'],
  reminders: ['reminders', 'showFrom', 'nag', 'escalateAfterMinutes'],
} as const satisfies Record<string, readonly (keyof OccurrenceEdit)[]>;

export type MergeGroup = keyof typeof GROUPS;
export const MERGE_GROUPS = Object.keys(GROUPS) as readonly MergeGroup[];

/** All fields that are merged. */
export const MERGED_FIELDS: readonly (keyof OccurrenceEdit)[] = Object.values(GROUPS).flat();

type Values = Readonly<Record<string, unknown>>;

/** A group that both sides changed: what was seen, what is wanted, what is there. */
export type GroupConflict = {
  readonly group: MergeGroup;
  readonly base: Values;
  readonly yours: Values;
  readonly theirs: Values;
};

export type Merge =
  /** Fields of the groups that are as they were seen: those that are as wanted already are left out. */
  | { readonly kind: 'merged'; readonly edit: Values }
  | {
      readonly kind: 'conflict';
      readonly groups: readonly GroupConflict[];
      readonly wouldApply: readonly MergeGroup[];
    };

/**
 * Merges by group: as `base` says, it is set; as `set` says, there is nothing to do; else both sides changed it, and then
 * nothing of the command is applied. All three hold the values of an occurrence.
 */
export function mergeFields(
  current: Partial<Occurrence>,
  base: Partial<Occurrence>,
  set: Partial<Occurrence>,
): Merge {
  const conflicts: GroupConflict[] = [];
  const applied: MergeGroup[] = [];
  let edit: Values = {};
  for (const group of MERGE_GROUPS) {
    const wanted = pick(set, GROUPS[group]);
    if (Object.keys(wanted).length === 0) continue;
    const seen = pick(base, GROUPS[group]);
    const isAs = (values: Values) =>
      Object.entries(values).every(([field, value]) => sameValue(current[field as keyof Occurrence], value));
    if (isAs(wanted)) continue;
    if (isAs(seen)) {
      applied.push(group);
      edit = { ...edit, ...wanted };
    } else
      conflicts.push({ group, base: seen, yours: wanted, theirs: pickAs(current, { ...seen, ...wanted }) });
  }
  if (conflicts.length > 0) return { kind: 'conflict', groups: conflicts, wouldApply: applied };
  return { kind: 'merged', edit };
}

/** The fields that are set without the value that was seen of them. */
export function unseenFields(base: Partial<Occurrence>, set: Partial<Occurrence>): readonly string[] {
  return MERGED_FIELDS.filter((field) => set[field] !== undefined && base[field] === undefined);
}

/** Who is responsible, and when is reminded, in whatever order. */
function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return sameJson(one, other);
  const sorted = (values: readonly unknown[]) => [...new Set(values.map(String))].sort();
  return sameJson(sorted(one), sorted(other));
}

function pick(values: Partial<Occurrence>, fields: readonly (keyof Occurrence)[]): Values {
  return Object.fromEntries(
    fields.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]),
  );
}

function pickAs(values: Partial<Occurrence>, like: Values): Values {
  return Object.fromEntries(Object.keys(like).map((field) => [field, values[field as keyof Occurrence]]));
}
