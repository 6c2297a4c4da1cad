import type { Ports } from '../use-case-ports.js';
import { createFeed, listFeeds, revokeFeed } from './manage-feeds.js';
import { readFeed } from './read-feed.js';

/** Addresses at which other programs read a member's tasks. */
export function feedUseCases(ports: Ports) {
  return {
    createFeed: createFeed(ports),
    listFeeds: listFeeds(ports),
    revokeFeed: revokeFeed(ports),
    readFeed: readFeed(ports),
  };
}
