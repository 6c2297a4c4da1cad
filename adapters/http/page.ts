import { validationFailed } from '../../application/shared/errors.js';
import { parseCivilDate } from '../../domain/shared/civil-date.js';
import { isUuid } from '../../domain/shared/ids.js';
import type { Page, PageRequest, SortKey } from '../../domain/shared/page.js';
import { PRIORITIES } from '../../domain/tasks/occurrence.js';
import { UNDATED_KEY } from '../../domain/tasks/views.js';
import type { PageQuery } from './schema/query.js';
import type { Request } from 'express';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { OutputClass } from '../validation/compose.js';
import type { RouteResponse } from './route.js';

const DEFAULT_LIMIT = 200;

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');
const MIN_INTEGER = -(2 ** 31);
const MAX_INTEGER = 2 ** 31 - 1;

const isBetween = (least: number, most: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** A check for each kind of element in a cursor. It accepts only values that the database column can hold. */
const KINDS = {
  date: (value: unknown) =>
    typeof value === 'string' && (value === UNDATED_KEY || parseCivilDate(value) !== null),
  minute: isBetween(-1, 1439),
  priority: isBetween(0, PRIORITIES.length - 1),
  integer: isBetween(MIN_INTEGER, MAX_INTEGER),
  /**
   * An instant with the opposite sign. Lists that begin with the newest row have it in their sort key, so that every
   * sort key is in ascending order.
   */
  newest: isBetween(-LAST_INSTANT, -FIRST_INSTANT),
  latestDay: isBetween(-LAST_INSTANT / DAY_MS, -FIRST_INSTANT / DAY_MS),
  id: (value: unknown) => typeof value === 'string' && isUuid(value),
  text: (value: unknown) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
} satisfies Record<string, (value: unknown) => boolean>;

/**
 * The kinds of the elements in the sort key of a list. A cursor that has other kinds belongs to another list and
 * is rejected.
 */
export type CursorShape = readonly (keyof typeof KINDS)[];

/** Reads `limit` and the opaque `cursor`, which is the sort key of the last row shown. */
export function readPage({ limit = DEFAULT_LIMIT, cursor }: PageQuery, shape: CursorShape): PageRequest {
  return { limit, after: cursor === undefined ? null : readCursor(cursor, shape) };
}

/** Describes the answer of a route that returns pages of `row` (see {@link answerPage}). */
export const pageOf = <Row extends object>(row: OutputClass<Row>, description: string) =>
  ({ status: 200, description, body: [row], headers: ['Link'] }) as const;

/** Returns the rows of a page, and the address of the next page, if there is one, in the `Link` header (RFC 8288). */
export function answerPage<Row, Shown>(
  request: Request,
  { rows, next }: Page<Row>,
  present: (row: Row) => Shown,
): RouteResponse<Shown[]> {
  return { body: rows.map((row) => present(row)), headers: linkHeader(request, next) };
}

function linkHeader(request: Request, next: SortKey | null): Record<string, string> {
  if (next === null) return {};
  const address = new URL(request.originalUrl, 'http://localhost');
  address.searchParams.set('cursor', Buffer.from(JSON.stringify(next)).toString('base64url'));
  return { Link: `<${address.pathname}${address.search}>; rel="next"` };
}

function readCursor(cursor: string, shape: CursorShape): SortKey {
  const key = parsed(cursor);
  const fits =
    Array.isArray(key) && key.length === shape.length && shape.every((kind, i) => KINDS[kind](key[i]));
  if (!fits)
    throw validationFailed([{ field: 'cursor', rule: 'cursor', message: 'must be a cursor of this list' }]);
  return key as SortKey;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
