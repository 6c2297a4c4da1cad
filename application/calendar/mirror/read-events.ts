import { coolDown, invalidateLink, noteTrouble } from './record-outcome.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { EventQuery } from '../provider.js';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import type { MirrorRun } from './mirror-run.js';
import { calendarState } from './write-event.js';

export type ReadEvents =
  | { readonly kind: 'read'; readonly events: readonly RemoteEvent[]; readonly date: Instant }
  | { readonly kind: 'tooLongAgo' }
  /** Nothing was learned; whoever reads stops here. */
  | { readonly kind: 'failed'; readonly blocked: boolean; readonly retryInMs: number | null };

const failed = (blocked: boolean, retryInMs: number | null = null) =>
  ({ kind: 'failed', blocked, retryInMs }) as const;
const MAX_PAGES = 1000;

/**
 * All pages, or nothing: `date` is the provider's clock at the first. Each page is handed on as it comes. Rejects when
 * there is no end of pages, which is a defect of the provider's or ours.
 */
export async function readEvents(
  run: MirrorRun,
  query: Omit<EventQuery, 'householdId' | 'page'>,
  onPage: (events: readonly RemoteEvent[]) => Promise<void> = () => Promise.resolve(),
): Promise<ReadEvents> {
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
        return unusable(run, await calendarState(run));
      default:
        return unusable(run, answer);
    }
  }
  throw new Error(`A calendar was not read to its end in ${MAX_PAGES} pages`);
}

/** Of the deleted only the id is certain; it must be one that the service gives. */
function isOwn(run: MirrorRun, { owner, cancelled }: RemoteEvent): boolean {
  return owner === null ? cancelled : owner.householdId === run.household.id;
}

async function unusable(
  run: MirrorRun,
  answer: { readonly kind: string; readonly detail?: string; readonly retryAfterMs?: number | null },
): Promise<ReadEvents> {
  switch (answer.kind) {
    case 'calendarGone':
      await invalidateLink(run, 'CALENDAR_NOT_FOUND', null);
      return failed(true);
    case 'forbidden':
    case 'noWriteAccess':
      await invalidateLink(run, 'NO_WRITE_ACCESS', null);
      return failed(true);
    case 'revoked':
      return failed(true);
    case 'rateLimited':
    case 'quotaExceeded':
      return failed(false, await coolDown(run, answer.kind, answer.retryAfterMs ?? null));
    default:
      run.dependencies.logger.warn('calendar not read', {
        householdId: run.household.id,
        kind: answer.kind,
        ...(answer.detail !== undefined && { detail: answer.detail }),
      });
      await noteTrouble(run, answer.detail ?? answer.kind);
      return failed(false);
  }
}
