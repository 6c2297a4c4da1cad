import { api, ok, value, type Dto } from '../api/client.ts';

export type Feed = Dto['FeedDto'];
export type NewFeed = Dto['NewFeedDto'];

export const listFeeds = (): Promise<readonly Feed[]> =>
  value(api.GET('/v1/me/feeds', { params: { query: { limit: 100 } } }));

/** Creates a calendar feed. The service returns its address only in this answer. */
export const createFeed = (body: Dto['CreateFeedInput']): Promise<NewFeed> =>
  value(api.POST('/v1/me/feeds', { body }));

export async function revokeFeed(feedId: string): Promise<void> {
  await ok(api.DELETE('/v1/me/feeds/{feedId}', { params: { path: { feedId } } }));
}
