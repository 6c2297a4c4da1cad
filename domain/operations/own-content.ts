import { matchesSeries } from '../series/plan.js';
import type { SeriesRecord, SeriesState } from '../series/series.js';
import { hash } from '../shared/hash.js';
import { sameJson } from '../shared/json.js';
import { CONTENT_FIELDS } from '../tasks/content.js';
import { findReassignment } from '../tasks/reassignment.js';
import { isPlannedTurn, type Occurrence } from '../tasks/occurrence.js';

const TURN_FIELDS = ['responsibleMemberIds', 'turnReason', 'turnOf', 'swappedTo', 'balancedTo'] as const;

/**
 * The fields in which an occurrence can differ from its series, and the fields that determine its series and its
 * position in it.
 */
const OWN_FIELDS: readonly (keyof Occurrence)[] = [
  ...CONTENT_FIELDS,
  ...['date', 'dateReason', 'softDue', 'seriesId', 'seriesIndex', 'originalDate', 'originalTime'],
  ...TURN_FIELDS,
] as const satisfies readonly (keyof Occurrence)[];

/** Returns true if a change of these fields can make an occurrence differ from its series. */
export const areOwnFields = (fields: readonly string[]): boolean =>
  OWN_FIELDS.some((field) => fields.includes(field));

/**
 * Returns a hash of the occurrence's own content. Two states have the same hash if nobody edited the
 * occurrence in between. A turn that the rotation assigns is not included, because an absence may change it.
 * The content cannot be reconstructed from the hash.
 */
export function digestOwn(row: Occurrence): number {
  const fields = hasOwnTurn(row) ? OWN_FIELDS : OWN_FIELDS.filter((field) => !isOfTurn(field));
  return hash(JSON.stringify(fields.map((field) => sortedKeys(row[field]))));
}

/** Returns true if the content, the date or the assignees of the occurrence differ from its series. */
export function differsFromSeries(row: Occurrence, series: SeriesState): boolean {
  return hasOwnTurn(row) || !matchesSeries(row, series);
}

/**
 * Returns true if a member changed a row that a series created. Changes that the service makes, namely
 * skipping the row as missed and assigning its turn, do not count.
 */
export function isTouched(row: Occurrence, series: SeriesRecord | null): boolean {
  const { status, skippedReason, isException, deletedAt, checklist, doneBy } = row;
  const titles = checklist.map(({ title }) => title);
  return (
    (status !== 'TODO' && skippedReason !== 'MISSED') ||
    doneBy.length > 0 ||
    isException ||
    deletedAt !== null ||
    checklist.some(({ done }) => done) ||
    !sameJson(titles, series?.template.checklist ?? [])
  );
}

const isOfTurn = (field: keyof Occurrence) => TURN_FIELDS.some((own) => own === field);

/** Returns true if a person chose the assignees, and not the rotation. */
function hasOwnTurn(row: Occurrence): boolean {
  return findReassignment(row) !== null || (row.turnReason !== null && !isPlannedTurn(row));
}

/** Sorts the keys of an object, because the database does not keep their order and the hash depends on it. */
function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
