import { matchesSeries } from '../series/plan.js';
import type { SeriesState } from '../series/series.js';
import { hash } from '../shared/hash.js';
import { CONTENT_FIELDS } from '../tasks/content.js';
import { findReassignment } from '../tasks/reassignment.js';
import { isPlannedTurn, type Occurrence } from '../tasks/occurrence.js';

const TURN_FIELDS = ['responsibleMemberIds', 'turnReason', 'turnOf', 'swappedTo', 'balancedTo'] as const;

/** The fields in which an occurrence can differ from its series, and those that say which date it is. */
const OWN_FIELDS: readonly (keyof Occurrence)[] = [
  ...CONTENT_FIELDS,
  ...['date', 'dateReason', 'softDue', 'seriesId', 'seriesIndex', 'originalDate', 'originalTime'],
  ...TURN_FIELDS,
] as const satisfies readonly (keyof Occurrence)[];

/** Returns true if a change of these fields can make an occurrence differ from its series. */
export const areOwnFields = (fields: readonly string[]): boolean =>
  OWN_FIELDS.some((field) => fields.includes(field));

/**
 * Returns a number that two states of an occurrence share if nobody edited it in between. A turn that the
 * rule gives does not count, because an absence may change it. The text cannot be reconstructed from it.
 */
export function digestOwn(row: Occurrence): number {
  const fields = hasOwnTurn(row) ? OWN_FIELDS : OWN_FIELDS.filter((field) => !isOfTurn(field));
  return hash(JSON.stringify(fields.map((field) => sortedKeys(row[field]))));
}

/** Returns true if the occurrence differs from its series, in its content, its date or its assignees. */
export function differsFromSeries(row: Occurrence, series: SeriesState): boolean {
  return hasOwnTurn(row) || !matchesSeries(row, series);
}

const isOfTurn = (field: keyof Occurrence) => TURN_FIELDS.some((own) => own === field);

/** Returns true if somebody, and not the rule, chose the assignees. */
function hasOwnTurn(row: Occurrence): boolean {
  return findReassignment(row) !== null || (row.turnReason !== null && !isPlannedTurn(row));
}

/** Sorts the keys of an object, because the database does not keep their order. */
function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
