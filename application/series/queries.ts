import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { SeriesId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import { comingDates, isRule } from '../../domain/series/dates.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { householdNow, viewerOf, type MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import { isProvisional } from '../../domain/rotation/segment.js';
import type { SeriesReader, SwapReader, UpcomingTurn } from './ports.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { SwapStatus, SwapView } from '../../domain/series/swap.js';
import type { Needs } from '../composition/needs.js';

/** A series with its next dates, even those without rows yet, and its next open occurrences. */
export type SeriesView = {
  readonly series: SeriesRecord;
  readonly nextDates: readonly CivilDate[];
  /** The next occurrences. `provisional` is true if the next draw may give the turn to another member. */
  readonly upcoming: readonly (UpcomingTurn & { readonly provisional: boolean })[];
};

const SHOWN_DATES = 5;

type Dependencies = Needs<'series' | 'clock'>;

/** Lists the series that have not ended or, on request, the ended ones too. A guest link (pass) gets none. */
export function listSeries({ series: reader, clock }: Dependencies) {
  return async (
    caller: MemberCaller,
    request: PageRequest,
    options = { withEnded: false },
  ): Promise<Page<SeriesView>> => {
    if (hidesSeries(caller)) return { rows: [], next: null };
    const page = await reader.list(caller.household.id, viewerOf(caller), request, options);
    return { ...page, rows: await viewSeries({ series: reader, clock }, caller, page.rows) };
  };
}

/** Returns the series. Throws TASK_NOT_FOUND if the caller cannot see it. */
export function getSeries({ series: reader, clock }: Dependencies) {
  return async (caller: MemberCaller, id: SeriesId): Promise<SeriesView> => {
    const series = hidesSeries(caller) ? null : await reader.find(caller.household.id, id, viewerOf(caller));
    if (series === null) throw taskNotFound();
    return viewOneSeries({ series: reader, clock }, caller, series);
  };
}

/**
 * Returns true if the caller uses a guest link (pass). Guests get no series, because a series reveals dates that the
 * guest link does not show.
 */
export const hidesSeries = ({ display }: MemberCaller) => display !== undefined && display.dates !== null;

/**
 * Returns the series as the caller sees them. `upcoming` begins today. For a series that repeats after completion it
 * is the open occurrence, even if that is overdue.
 */
export async function viewSeries(
  { series: reader, clock }: { series: Pick<SeriesReader, 'upcoming'>; clock: Clock },
  caller: MemberCaller,
  found: readonly SeriesRecord[],
): Promise<SeriesView[]> {
  if (found.length === 0) return [];
  const { date: today } = householdNow(caller, clock);
  const wanted = found.map(({ id, recurrence }) => ({ id, from: isRule(recurrence) ? today : null }));
  const upcoming = await reader.upcoming(caller.household.id, viewerOf(caller), wanted, SHOWN_DATES);
  return found.map((series) => ({
    series,
    // A series that repeats after completion has no next date if its open occurrence has no date.
    nextDates:
      isRule(series.recurrence) || upcoming.has(series.id) ? comingDates(series, today, SHOWN_DATES) : [],
    upcoming: (upcoming.get(series.id) ?? []).map((one) => ({
      ...one,
      provisional: isToBeDrawn(series, one),
    })),
  }));
}

function isToBeDrawn(
  { segments, recurrence }: SeriesRecord,
  { seriesIndex, isException }: UpcomingTurn,
): boolean {
  return seriesIndex !== null && !isException && isRule(recurrence) && isProvisional(segments, seriesIndex);
}

/** Works like {@link viewSeries}, for one series. */
export async function viewOneSeries(
  dependencies: Parameters<typeof viewSeries>[0],
  caller: MemberCaller,
  series: SeriesRecord,
): Promise<SeriesView> {
  const [view] = await viewSeries(dependencies, caller, [series]);
  if (view === undefined) throw new RangeError(`viewSeries returned nothing for the series ${series.id}`);
  return view;
}

/** Returns {@link viewSeries} as a use case, for series that were already read. */
export function showSeriesRecords(dependencies: Dependencies) {
  return (caller: MemberCaller, found: readonly SeriesRecord[]): Promise<SeriesView[]> =>
    viewSeries(dependencies, caller, found);
}

/**
 * Lists the done and skipped occurrences of a repeating task, newest first. Occurrences from before the task was
 * split are included. Throws TASK_NOT_FOUND if the caller cannot see the series.
 */
export function listSeriesHistory({ series, occurrences }: Needs<'series' | 'occurrences'>) {
  return async (caller: MemberCaller, id: SeriesId, page: PageRequest): Promise<Page<Occurrence>> => {
    const { household, memberId } = caller;
    const found = await series.find(household.id, id, memberId);
    if (found === null) throw taskNotFound();
    return occurrences.listHistory(household.id, found.taskId, memberId, page);
  };
}

/** Lists the swaps with this status, or all swaps. */
export function listSwaps({ swaps }: { swaps: SwapReader }) {
  return (
    caller: MemberCaller,
    page: PageRequest,
    status: SwapStatus | null = null,
  ): Promise<Page<SwapView>> => swaps.list(caller.household.id, caller.memberId, page, status);
}
