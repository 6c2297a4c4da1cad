import { FEED_EVENTS, feedDays, isFeedToken, isInFeed, isStale, type Feed } from '../../domain/feeds/feed.js';
import type { Household } from '../../domain/households/household.js';
import type { CategoryId, MemberId } from '../../domain/shared/ids.js';
import type { SortKey } from '../../domain/shared/page.js';
import { civilMomentAt } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { OccurrenceQuery } from '../../domain/tasks/views.js';
import { notFound } from '../errors.js';
import type { CategoryReader } from '../ports/category-repository.js';
import type { Clock } from '../ports/clock.js';
import type { FeedReader } from '../ports/feed-repository.js';
import type { HouseholdReader } from '../ports/household-repository.js';
import type { OccurrenceReader } from '../ports/occurrence-repository.js';
import type { OpaqueTokens } from '../ports/opaque-tokens.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

/** What stands in a feed, with the names that its events show. */
export type FeedContent = {
  readonly household: Household;
  readonly occurrences: readonly Occurrence[];
  readonly memberNames: ReadonlyMap<MemberId, string>;
  readonly categoryNames: ReadonlyMap<CategoryId, string>;
};

const PAGE = 500;

/** NOT_FOUND alike for an address that was never given out, was revoked, or is of someone who has left. */
export function readFeed({
  feeds,
  households,
  categories,
  occurrences,
  unitOfWork,
  opaqueTokens,
  clock,
}: {
  feeds: FeedReader;
  households: HouseholdReader;
  categories: CategoryReader;
  occurrences: OccurrenceReader;
  unitOfWork: UnitOfWork;
  opaqueTokens: OpaqueTokens;
  clock: Clock;
}) {
  return async (token: string): Promise<FeedContent> => {
    const found = isFeedToken(token) ? await feeds.open(opaqueTokens.hash(token)) : null;
    if (found === null) throw notFound('feed');
    const { feed, household } = found;
    const now = clock.now();
    const [shown, members, named] = await Promise.all([
      shownIn(occurrences, found, now),
      households.members(household.id, { withFormer: true }),
      categories.list(household.id, { limit: PAGE, after: null }),
    ]);
    if (isStale(feed, now))
      await unitOfWork.run((scope) => scope.feeds.touch(feed.householdId, feed.id, now));
    return {
      household,
      occurrences: shown,
      memberNames: new Map(members.map(({ id, name }) => [id, name])),
      categoryNames: new Map(named.rows.map(({ id, name }) => [id, name])),
    };
  };
}

async function shownIn(
  occurrences: OccurrenceReader,
  { feed, household }: { feed: Feed; household: Household },
  now: number,
): Promise<readonly Occurrence[]> {
  const moment = civilMomentAt(household.timeZone, now);
  const query: OccurrenceQuery = {
    viewer: feed.memberId,
    view: 'all',
    now: moment,
    ...feedDays(moment.date),
    assignee: null,
    categoryId: null,
    priority: null,
    status: null,
    visibility: feed.personal ? null : 'SHARED',
    q: null,
  };
  const shown: Occurrence[] = [];
  let after: SortKey | null = null;
  do {
    const page: Awaited<ReturnType<OccurrenceReader['list']>> = await occurrences.list(household.id, query, {
      limit: PAGE,
      after,
    });
    shown.push(...page.rows.filter(isInFeed));
    after = page.next;
  } while (after !== null && shown.length < FEED_EVENTS);
  return shown.slice(0, FEED_EVENTS);
}
