import { describe, expect, test } from '@jest/globals';
import { RenderedFeeds } from '../../../adapters/http/feeds/rendered-feeds.js';

const pieces = (...texts: string[]) => texts.map((text) => Buffer.from(text));
async function textOf(feed: AsyncGenerator<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of feed) text += piece.toString();
  return text;
}

describe('the cache of rendered feeds', () => {
  test('returns the pieces of a feed in their order', async () => {
    const feeds = new RenderedFeeds();
    expect(feeds.put('one', pieces('a', 'b', 'c'))).toBe(true);
    expect(await textOf(feeds.read('one'))).toBe('abc');
  });

  test('drops the feed that was read least recently when there is no room', async () => {
    const feeds = new RenderedFeeds({ maxBytes: 10 });
    feeds.put('one', pieces('1234'));
    feeds.put('two', pieces('1234'));
    await textOf(feeds.read('one'));
    feeds.put('three', pieces('123456'));
    expect(['one', 'two', 'three'].map((key) => feeds.has(key))).toEqual([true, false, true]);
  });

  test('keeps no feed that is larger than all of it', () => {
    const feeds = new RenderedFeeds({ maxBytes: 10 });
    feeds.put('one', pieces('1234'));
    expect(feeds.put('two', pieces('12345678901'))).toBe(false);
    expect([feeds.has('one'), feeds.has('two')]).toEqual([true, false]);
  });

  test('counts a feed that is put again once', () => {
    const feeds = new RenderedFeeds({ maxBytes: 10 });
    for (let i = 0; i < 5; i++) feeds.put('one', pieces('12345'));
    feeds.put('two', pieces('12345'));
    expect([feeds.has('one'), feeds.has('two')]).toEqual([true, true]);
  });

  test('ends a slow read as if its client had gone when other feeds push it out', async () => {
    const feeds = new RenderedFeeds({ maxBytes: 10 });
    feeds.put('slow', pieces('12345', '12345'));
    const slow = feeds.read('slow');
    await slow.next();
    feeds.put('other', pieces('1'));
    await expect(slow.next()).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });
});
