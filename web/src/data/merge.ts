import type { Dto } from '../api/client.ts';
import type { Refusal } from './outbox-rules.ts';

type Occurrence = Dto['OccurrenceDto'];

/** The editable fields of a task in groups that change together. The service merges by the same groups. */
export const GROUPS = {
  schedule: ['date', 'time', 'allDay', 'durationMinutes', 'softDue'],
  title: ['title'],
  notes: ['notes'],
  categoryId: ['categoryId'],
  priority: ['priority'],
  visibility: ['visibility'],
  people: ['responsibleMemberIds', 'completion'],
  reminders: ['reminders', 'showFrom', 'nag', 'escalateAfterMinutes'],
} as const satisfies Record<string, readonly (keyof Occurrence)[]>;

export type Group = keyof typeof GROUPS;
export type TaskField = (typeof GROUPS)[Group][number];
export type Fields = { readonly [F in TaskField]?: unknown };

/** A group of fields to which two members have given different values. */
export type Difference = {
  readonly group: Group;
  readonly yours: Fields;
  readonly theirs: Fields;
  /** The member who made the other change. null means the service itself, or it is not known. */
  readonly theirsBy: string | null;
  readonly theirsAt: string | null;
};

/**
 * An edit that was not saved, because the user has to choose between their own values and those of another member.
 */
export type Conflict = {
  readonly occurrenceId: string;
  readonly differences: readonly Difference[];
  /** The fields of the edit that are in no difference, so that they can be saved without a decision. */
  readonly rest: Fields;
  /** The current values of all fields in the groups that the edit changes. */
  readonly current: Fields;
};

export type Edit = { readonly set: Fields; readonly base: Fields };

const FIELDS = Object.values(GROUPS).flat() as readonly TaskField[];

export const findGroup = (field: TaskField): Group =>
  (Object.keys(GROUPS) as Group[]).find((group) => (GROUPS[group] as readonly string[]).includes(field)) ??
  'title';

/** Returns the editable fields whose values differ between two versions of a task. */
export const changedFields = (before: Fields, after: Fields): readonly TaskField[] =>
  FIELDS.filter((field) => !same(before[field], after[field]));

/**
 * Returns the fields that an edit sets to change the date of a task. If `date` is null, the task loses its date and
 * its time. Otherwise it loses its soft due date (such as “this week”), because a task cannot have both.
 */
export function dateChange(row: Occurrence, date: string | null): Fields {
  if (date === null) return { date, ...(row.time !== null && { time: null }) };
  return { date, ...(row.softDue !== null && { softDue: null }) };
}

/** Returns those of the given fields that the row has. An undefined value becomes null. */
export function pick(row: Fields, fields: readonly TaskField[]): Fields {
  return Object.fromEntries(
    fields.filter((field) => field in row).map((field) => [field, row[field] ?? null]),
  );
}

/** Returns the values of all fields in the groups of `set`: what the user saw when they began the edit. */
export const pickSeen = (row: Fields, set: Fields): Fields =>
  pick(
    row,
    [...new Set((Object.keys(set) as TaskField[]).map(findGroup))].flatMap((group) => GROUPS[group]),
  );

/**
 * Merges an edit with the current row (three-way merge). It compares the values when the edit began (`base`), the
 * values that the edit sets, and the current values. Groups of fields that only one side changed are merged. Groups
 * that both sides changed to different values become differences that the user has to decide.
 */
export function merge(edit: Edit, now: Occurrence): Edit | Conflict {
  const current = pickSeen(now, edit.set);
  const differences: Difference[] = [];
  let rest: Fields = {};
  for (const group of Object.keys(GROUPS) as Group[]) {
    const fields = GROUPS[group];
    const yours = pick(edit.set, fields);
    if (Object.keys(yours).length === 0) continue;
    const theirs = pick(now, fields);
    const wasChanged = fields.some((field) => field in edit.base && !same(edit.base[field], now[field]));
    const isOther = Object.entries(yours).some(([field, value]) => !same(value, theirs[field as TaskField]));
    if (wasChanged && isOther)
      differences.push({ group, yours, theirs, theirsBy: now.updatedBy, theirsAt: now.updatedAt });
    else rest = { ...rest, ...yours };
  }
  if (differences.length === 0) return { set: edit.set, base: current };
  return { occurrenceId: now.id, differences, rest, current };
}

export const isConflict = (result: Edit | Conflict): result is Conflict => 'differences' in result;

/**
 * Returns the conflict that a refused edit has with the current row. The service reported the conflict, or this
 * client found it before sending. null means the edit was refused for another reason, or the task no longer
 * exists.
 * @param row the row in this client's copy, which may be newer than the one in the refusal
 */
export function findConflict({ entry, conflict }: Refusal, row: Occurrence | undefined): Conflict | null {
  const { act } = entry;
  if (act.type !== 'occurrence.set' || conflict?.reason !== 'CHANGED') return null;
  const reported = conflict.current;
  const current =
    row !== undefined && (reported === null || row.version >= reported.version) ? row : reported;
  if (current === null) return null;
  const set = act.set as Fields;
  const differences = conflict.groups.map(({ group, theirsBy, theirsAt }) => ({
    group,
    yours: pick(set, GROUPS[group]),
    theirs: pick(current, GROUPS[group]),
    theirsBy,
    theirsAt,
  }));
  const inQuestion = new Set(differences.flatMap(({ yours }) => Object.keys(yours)));
  const rest = Object.fromEntries(Object.entries(set).filter(([field]) => !inQuestion.has(field)));
  return { occurrenceId: act.occurrenceId, differences, rest, current: pickSeen(current, set) };
}

/**
 * Returns an edit of the current row that carries out the user's decision. null means the user chose the other
 * member's values everywhere.
 */
export function resolve(conflict: Conflict, choices: ReadonlyMap<Group, 'yours' | 'theirs'>): Edit | null {
  let set = conflict.rest;
  for (const { group, yours } of conflict.differences)
    if (choices.get(group) === 'yours') set = { ...set, ...yours };
  if (Object.keys(set).length === 0) return null;
  return { set, base: pickSeen(conflict.current, set) };
}

/**
 * Returns true if both values mean the same. The order of lists does not matter. Soft due dates are compared by kind
 * and day.
 */
function same(a: unknown, b: unknown): boolean {
  return normal(a) === normal(b);
}

function normal(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify([...(value as unknown[])].map(String).sort());
  if (value !== null && typeof value === 'object' && 'kind' in value)
    return JSON.stringify([value.kind, 'by' in value ? value.by : 'date' in value ? value.date : null]);
  return JSON.stringify(value ?? null);
}

export type Piece = { readonly text: string; readonly kind: 'same' | 'yours' | 'theirs' };

/**
 * Compares two texts line by line. A line that is in only one of the texts is marked with the side that it belongs
 * to.
 */
export function compareTexts(yours: string, theirs: string): readonly Piece[] {
  const a = yours.split('\n');
  const b = theirs.split('\n');
  // The lines that both texts have are their longest common subsequence. Computing it takes time in proportion to
  // the product of the line counts, so two long texts are shown one after the other instead.
  if (a.length * b.length > 250_000)
    return [
      { text: theirs, kind: 'theirs' },
      { text: yours, kind: 'yours' },
    ];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row !== undefined)
        row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push({ text: a[i] ?? '', kind: 'same' });
      i++;
      j++;
    } else if (j < b.length && (i === a.length || at(i, j + 1) >= at(i + 1, j)))
      pieces.push({ text: b[j++] ?? '', kind: 'theirs' });
    else pieces.push({ text: a[i++] ?? '', kind: 'yours' });
  }
  return pieces;
}
