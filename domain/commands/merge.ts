import { sameJson } from '../shared/json.js';
import type { OccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';

/**
 * Groups of fields that are merged together, because they depend on each other. For example, a client shows
 * date and time together, so a change of one is a decision about both.
 */
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

/** All fields that can be merged. */
export const MERGED_FIELDS: readonly (keyof OccurrenceEdit)[] = Object.values(GROUPS).flat();

type Values = Readonly<Record<string, unknown>>;

/**
 * A conflict in a group of fields that the command changes and that somebody else has changed since the client saw it.
 * It contains the values that the client saw (`base`), the values that it wants (`yours`), and the values that are
 * stored now (`theirs`).
 */
export type GroupConflict = {
  readonly group: MergeGroup;
  readonly base: Values;
  readonly yours: Values;
  readonly theirs: Values;
};

export type MergeResult =
  /** The fields to change. A group that already has the wanted values is left out. */
  | { readonly kind: 'merged'; readonly edit: Values }
  | {
      readonly kind: 'conflict';
      readonly groups: readonly GroupConflict[];
      readonly wouldApply: readonly MergeGroup[];
    };

/**
 * Merges the values of a command into an occurrence, one group of fields after the other (three-way merge).
 *
 * - If the group still has the values in `base`, it gets the values in `set`.
 * - If the group already has the values in `set`, it is skipped.
 * - Otherwise somebody has changed the group to other values since the client saw it. That is a conflict.
 *
 * If there is a conflict, nothing of the command is applied.
 */
export function mergeFields(
  current: Partial<Occurrence>,
  base: Partial<Occurrence>,
  set: Partial<Occurrence>,
): MergeResult {
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

/** Returns the fields that the command sets although it does not say which value the client saw. */
export function unseenFields(base: Partial<Occurrence>, set: Partial<Occurrence>): readonly string[] {
  return MERGED_FIELDS.filter((field) => set[field] !== undefined && base[field] === undefined);
}

/** Compares values. The order of assignees and reminders does not matter. */
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
