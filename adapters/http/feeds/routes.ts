import { createHash } from 'node:crypto';
import type { FeedContent } from '../../../application/feeds/read-feed.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { Description } from '../../validation/compose.js';
import { Absent } from '../../validation/shape.js';
import { PageQuery } from '../schema/query.js';
import { Flag, Id } from '../../validation/values.js';
import { isKnown } from '../if-none-match.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { FeedDto, NewFeedDto, presentFeed, writeCalendar } from './present.js';
import { RenderedFeeds } from './rendered-feeds.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const LIST = '/v1/me/feeds';
const CURSOR: CursorShape = ['newest', 'id'];

class CreateFeedInput {
  @Id() householdId!: HouseholdId;

  @Description('If true, the feed contains the personal tasks of the caller too. The default is false.')
  @Absent()
  @Flag()
  personal?: boolean;
}

export function feedRoutes({ useCases, admission, baseUrl, webBaseUrl }: RouteDependencies): Route[] {
  const rendered = new RenderedFeeds();
  return tagged('Feeds', [
    route({
      method: 'post',
      path: LIST,
      operationId: 'createFeed',
      summary: 'Create a calendar feed',
      description:
        'Creates a secret address of an iCalendar file with the tasks of a household. The answer ' +
        'contains the address only this time. Personal tasks are included only if `personal` is ' +
        'true, and never for a guest. A member may have ten feeds per household.',
      body: CreateFeedInput,
      responses: [{ status: 201, description: 'The feed with its address.', body: NewFeedDto }],
      errors: ['HOUSEHOLD_NOT_FOUND', 'LIMIT_REACHED'],
      handle: async ({ caller, body: { householdId, personal = false } }) => {
        const { feed, token } = await useCases.createFeed(caller, { householdId, personal });
        const url = `${baseUrl}/v1/feeds/${token}.ics`;
        return { body: { ...presentFeed(feed), url } };
      },
    }),
    route({
      method: 'get',
      path: LIST,
      operationId: 'listFeeds',
      summary: 'List the calendar feeds',
      description: 'Returns the calendar feeds of the caller, without their addresses.',
      query: PageQuery,
      responses: [pageOf(FeedDto, 'The rows, newest first.')],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listFeeds(caller, readPage(query, CURSOR)), presentFeed),
    }),
    route({
      method: 'delete',
      path: `${LIST}/{feedId}`,
      operationId: 'revokeFeed',
      summary: 'Revoke a calendar feed',
      description: 'Makes the address of a feed invalid.',
      responses: [{ status: 204, description: 'The feed is revoked.' }],
      handle: ({ caller, params }) => useCases.revokeFeed(caller, params.feedId),
    }),
    route({
      method: 'get',
      path: '/v1/feeds/{token}.ics',
      operationId: 'readFeed',
      summary: 'Read a calendar feed',
      description:
        'Returns the iCalendar file (RFC 5545) of a feed. The token in the address is its only ' +
        'protection. The feed contains the open and done tasks with a date from 31 days ago to ' +
        '366 days ahead, at most 5,000 events, each with the first 500 characters of its notes.',
      responses: [
        { status: 200, description: 'The iCalendar file.', contentType: 'text/calendar', headers: ['ETag'] },
        { status: 304, description: 'The content has not changed.' },
      ],
      errors: ['NOT_FOUND'],
      handle: async ({ params, http, slots }) => {
        const content = await useCases.readFeed(params.token, (householdId) =>
          admission.admitFeed(slots, householdId),
        );
        const etag = `"${createHash('sha256').update(content.revision).digest('base64url')}"`;
        const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
        if (isKnown(http, etag)) return { status: 304, headers };
        const type = 'text/calendar; charset=utf-8';
        if (http.method === 'HEAD') return { content: { type, data: '' }, headers };
        // The key of the cache contains the view of the feed too, which says whose tasks the feed contains. The ETag
        // alone is not enough: feeds with different views can have the same revision, and so the same ETag.
        const key = `${content.view} ${etag}`;
        const isKept = rendered.has(key) || rendered.put(key, await render(content, { webBaseUrl }));
        const data = isKept ? rendered.read(key) : writeCalendar(content, { webBaseUrl });
        return { content: { type, data }, headers };
      },
    }),
  ]);
}

async function render(content: FeedContent, links: { webBaseUrl: string }): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of writeCalendar(content, links)) pieces.push(Buffer.from(piece));
  return pieces;
}
