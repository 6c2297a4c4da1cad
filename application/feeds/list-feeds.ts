import type { Feed } from '../../domain/feeds/feed.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Caller } from '../shared/caller.js';
import type { FeedReader } from './ports.js';

/** The caller's calendar addresses, without the addresses themselves. */
export function listFeeds({ feeds }: { feeds: FeedReader }) {
  return ({ userId }: Caller, page: PageRequest): Promise<Page<Feed>> => feeds.listOf(userId, page);
}
