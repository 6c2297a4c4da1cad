import { FEED_EVENTS, feedDays, isInFeed, isStale, type Feed } from '../../domain/feeds/feed.js';
import type { Household } from '../../domain/households/household.js';
import { isOpaqueToken, type CategoryId, type HouseholdId, type MemberId } from '../../domain/shared/ids.js';
import type { Page, SortKey } from '../../domain/shared/page.js';
import { civilMomentAt, type Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { NO_FILTER, type OccurrenceQuery } from '../../domain/tasks/views.js';
import { notFound } from '../shared/errors.js';
import type { OccurrenceReader } from '../tasks/ports.js';
import { countAttempt, FEED_READS, feedKey } from '../shared/rate-limits.js';
import type { Needs } from '../composition/needs.js';

/** The content of a feed: the names that its events show, and the events, which are read page by page. */
export type FeedContent = {
  /** A text that changes with the content of the feed, and every day. */
  readonly revision: string;
  /**
   * A key that is equal for feeds with the same content. All feeds of a household that contain no personal tasks have
   * the same key. The key of any other feed contains the id of its member.
   */
  readonly view: string;
  readonly household: Household;
  readonly memberNames: ReadonlyMap<MemberId, string>;
  readonly categoryNames: ReadonlyMap<CategoryId, string>;
  pages(): AsyncIterable<readonly Occurrence[]>;
};

type Admit = (householdId: HouseholdId) => Promise<void>;

/**
 * The numbers of rows per page. Occurrences are read in small pages, so that a large feed does not keep other
 * requests waiting.
 */
const PAGE = { categories: 500, occurrences: 100 };

/**
 * Reads the feed with the given token.
 *
 * @throws NOT_FOUND for a token that was never issued or was revoked, or whose member has left or has a disabled
 *   account; the answer does not say which.
 * @throws RATE_LIMITED if a feed is read too often.
 */
export function readFeed({
  feeds,
  households,
  categories,
  occurrences,
  unitOfWork,
  rateLimiter,
  opaqueTokens,
  clock,
}: Needs<
  | 'feeds'
  | 'households'
  | 'categories'
  | 'occurrences'
  | 'unitOfWork'
  | 'rateLimiter'
  | 'opaqueTokens'
  | 'clock'
>) {
  /** `admit` is called with the household before its rows are read. It may delay the request or reject it. */
  return async (token: string, admit: Admit = () => Promise.resolve()): Promise<FeedContent> => {
    const found = isOpaqueToken(token) ? await feeds.open(opaqueTokens.hash(token)) : null;
    if (found === null) throw notFound('feed');
    const { feed, household } = found;
    await countAttempt({ rateLimiter, clock }, feedKey(feed.id), FEED_READS);
    await admit(household.id);
    const now = clock.now();
    const query = toQuery(found, now);
    const [events, members, named] = await Promise.all([
      occurrences.revisionOf(household.id, query),
      households.members(household.id, { withFormer: true }),
      categories.list(household.id, { limit: PAGE.categories, after: null }),
    ]);
    if (isStale(feed, now))
      await unitOfWork.run((scope) => scope.feeds.touch(feed.householdId, feed.id, now));
    const memberNames = members.map(({ id, name }) => [id, name] as const);
    const categoryNames = named.rows.map(({ id, name }) => [id, name] as const);
    return {
      revision: JSON.stringify([query.now.date, events, household, memberNames, categoryNames]),
      view: `${household.id} ${feed.personal ? feed.memberId : 'SHARED'}`,
      household,
      memberNames: new Map(memberNames),
      categoryNames: new Map(categoryNames),
      pages: () => pagesOf(occurrences, household.id, query),
    };
  };
}

function toQuery({ feed, household }: { feed: Feed; household: Household }, now: Instant): OccurrenceQuery {
  const moment = civilMomentAt(household.timeZone, now);
  return {
    viewer: feed.memberId,
    view: 'all',
    now: moment,
    ...NO_FILTER,
    ...feedDays(moment.date),
    visibility: feed.personal ? null : 'SHARED',
  };
}

async function* pagesOf(
  occurrences: OccurrenceReader,
  householdId: HouseholdId,
  query: OccurrenceQuery,
): AsyncGenerator<readonly Occurrence[]> {
  let [left, after]: [number, SortKey | null] = [FEED_EVENTS, null];
  do {
    const page: Page<Occurrence> = await occurrences.list(householdId, query, {
      limit: PAGE.occurrences,
      after,
    });
    const shown = page.rows.filter(isInFeed).slice(0, left);
    yield shown;
    left -= shown.length;
    after = page.next;
  } while (after !== null && left > 0);
}
