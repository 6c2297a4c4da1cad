import { describe, expect, test } from '@jest/globals';
import { BulkLine } from '../../../application/bulk/bulk-line.js';

/** Waits until everything has run that does not wait for a timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('BulkLine', () => {
  const limits = { accountCost: 100, processCost: 250, waitMs: 60_000 };

  /** Records in which order the pieces of work start. */
  function recorded(line: BulkLine) {
    const order: string[] = [];
    const leaving = new Map<string, () => void>();
    const ask = (name: string, account: string, cost: number) =>
      line.enter(account, cost).then((leave) => {
        order.push(name);
        leaving.set(name, leave);
      });
    return { order, ask, leave: (name: string) => leaving.get(name)?.() };
  }

  test('runs one piece of work at a time', async () => {
    const { order, ask, leave } = recorded(new BulkLine(limits));
    void ask('first', 'ana', 10);
    void ask('second', 'ben', 10);
    await settle();
    expect(order).toEqual(['first']);
    leave('first');
    await settle();
    expect(order).toEqual(['first', 'second']);
  });

  test('alternates between the accounts whose work waits', async () => {
    const { order, ask, leave } = recorded(new BulkLine(limits));
    for (const name of ['ana 1', 'ana 2', 'ana 3']) void ask(name, 'ana', 10);
    void ask('ben 1', 'ben', 10);
    for (const name of ['ana 1', 'ana 2', 'ben 1']) {
      await settle();
      leave(name);
    }
    await settle();
    expect(order).toEqual(['ana 1', 'ana 2', 'ben 1', 'ana 3']);
  });

  test('refuses new work that would raise the cost of the work of its account above the limit, even if it is only the second request', async () => {
    const line = new BulkLine(limits);
    const leave = await line.enter('ana', 90);
    await expect(line.enter('ana', 20)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    leave();
    (await line.enter('ana', 20))();
  });

  test('refuses new work that would raise the cost of the running and waiting work of all accounts above the limit', async () => {
    const line = new BulkLine(limits);
    const leave = await line.enter('ana', 90);
    const waiting = [line.enter('ben', 90), line.enter('cleo', 60)];
    await expect(line.enter('dan', 20)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    leave();
    for (const one of waiting) (await one)();
    (await line.enter('dan', 20))();
  });

  test('admits a single piece of work even if it costs more than the limit of an account', async () => {
    const line = new BulkLine(limits);
    (await line.enter('ana', 1_000))();
  });

  test('refuses work that has waited too long, and continues with the next work', async () => {
    const line = new BulkLine({ ...limits, waitMs: 1 });
    const leave = await line.enter('ana', 10);
    await expect(line.enter('ben', 10)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    leave();
    (await line.enter('cleo', 10))();
  });

  test('admits the next request after a job that fails', async () => {
    const line = new BulkLine(limits);
    const leave = await line.enter('ana', 10);
    const job = line.run(() => Promise.reject(new Error('failed')));
    leave();
    await expect(job).rejects.toThrow('failed');
    (await line.enter('ana', 10))();
  });
});
