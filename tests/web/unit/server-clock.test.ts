import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sendOnce, serverNow } from '../../../web/src/api/client.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');

/** Lets the service answer one request, with its clock at this time. */
const hear = async (serverTime: number) => {
  const headers = { Date: new Date(serverTime).toUTCString() };
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204, headers }));
  await sendOnce(new Request('https://planner.example.org/v1/meta'));
};

describe('serverNow', () => {
  beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOON));
  afterEach(() => void jest.restoreAllMocks());

  test('is the time of the server if the clock of the device is wrong', async () => {
    await hear(NOON + 300_000);
    expect(serverNow()).toEqual(new Date(NOON + 300_000));
  });

  test('is the time of the device again after its clock was corrected', async () => {
    await hear(NOON + 300_000);
    await hear(NOON + 1000);
    expect(serverNow()).toEqual(new Date(NOON));
  });
});
