import { coolDownLink, invalidateLink, type LinkReason } from '../../../domain/calendar/link.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { EventQuery } from '../provider.js';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import type { SyncCounts } from './counts.js';
import type { MirrorRun } from './mirror-run.js';
import { notifyCalendarInvalid } from './notify-calendar-problem.js';

export type ReadRemoteEvents =
  | { readonly kind: 'read'; readonly events: readonly RemoteEvent[]; readonly date: Instant }
  | { readonly kind: 'tooLongAgo' }
  /** The events could not all be read. The caller stops and reports `stopped`. */
  | { readonly kind: 'failed'; readonly stopped: Pick<SyncCounts, 'blocked' | 'retryInMs'> };

const failed = (stopped: Pick<SyncCounts, 'blocked' | 'retryInMs'> = {}): ReadRemoteEvents => ({
  kind: 'failed',
  stopped,
});
const MAX_PAGES = 1000;

/**
 * Reads all pages of a query. If one cannot be read, no events are returned. `date` is the provider's time at the
 * first page. Each page is passed to `onPage` as soon as it is read.
 *
 * Rejects after MAX_PAGES pages, which means that the provider or our paging has a defect.
 */
export async function readRemoteEvents(
  run: MirrorRun,
  query: Omit<EventQuery, 'householdId' | 'page'>,
  onPage: (events: readonly RemoteEvent[]) => Promise<void> = () => Promise.resolve(),
): Promise<ReadRemoteEvents> {
  const events: RemoteEvent[] = [];
  let page: string | null = null;
  let date: Instant | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const asked: EventQuery = { ...query, householdId: run.household.id, page };
    const answer = await run.call((provider, token, calendar) => provider.listEvents(token, calendar, asked));
    switch (answer.kind) {
      case 'page': {
        const own = answer.events.filter((event) => isOwn(run, event));
        await onPage(own);
        events.push(...own);
        date ??= answer.date;
        page = answer.nextPage;
        if (page === null) return { kind: 'read', events, date };
        break;
      }
      case 'tooLongAgo':
        return answer;
      case 'notFound':
        return unusable(run, await run.ask({ kind: 'listNotFound' }));
      default:
        return unusable(run, answer);
    }
  }
  throw new Error(`Reading a calendar stopped after ${MAX_PAGES} pages`);
}

/**
 * Returns whether the event belongs to this household's mirror. `owner` names the household that the service has
 * stored in the event. The provider may return a deleted event without it, so a deleted event without owner is
 * accepted. Callers then check that its id is one that the service creates.
 */
function isOwn(run: MirrorRun, { owner, cancelled }: RemoteEvent): boolean {
  return owner === null ? cancelled : owner.householdId === run.household.id;
}

type Failed = {
  readonly kind: string;
  readonly detail?: string;
  readonly retryAfterMs?: number | null;
};

async function unusable(
  run: MirrorRun,
  { kind, detail, retryAfterMs = null }: Failed,
): Promise<ReadRemoteEvents> {
  const { clock, random, logger } = run.dependencies;
  switch (kind) {
    case 'calendarGone':
      return invalid(run, 'CALENDAR_NOT_FOUND');
    case 'forbidden':
    case 'noWriteAccess':
      return invalid(run, 'NO_WRITE_ACCESS');
    case 'revoked':
      return failed({ blocked: 1 });
    case 'rateLimited':
    case 'quotaExceeded':
      return run.fenced(async ({ calendarLinks }, link) => {
        const cool = coolDownLink(link, { kind, retryAfterMs }, clock.now(), random());
        await calendarLinks.save(cool.link);
        return failed({ retryInMs: cool.pauseMs });
      });
    default:
      logger.warn('reading a calendar failed', {
        householdId: run.household.id,
        kind,
        ...(detail !== undefined && { detail }),
      });
      // The link stays active after this error: changes are still published, and the next run reads the calendar
      // again.
      await run.fenced(({ calendarLinks }, link) => calendarLinks.save({ ...link, trouble: detail ?? kind }));
      return failed();
  }
}

/** Marks the link as invalid until a member chooses a calendar again, and notifies the members. */
function invalid(run: MirrorRun, reason: LinkReason): Promise<ReadRemoteEvents> {
  return run.fenced(async (scope, link) => {
    await scope.calendarLinks.save(invalidateLink(link, reason));
    await notifyCalendarInvalid(scope, link, reason);
    return failed({ blocked: 1 });
  });
}
