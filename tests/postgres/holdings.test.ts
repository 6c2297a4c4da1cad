import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CEILINGS } from '../../domain/households/ceilings.js';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let api: Api;
let home: string;
beforeAll(async () => {
  service = await startService();
  ({ api } = await service.api.register());
  home = await api.household();
});
afterAll(() => service.close());

const create = (title: string, client = api) => client.post(`${home}/tasks`, { title });
const counts = async (work: () => Promise<unknown>) =>
  (await service.statementsOf(work)).filter((text) => text.includes('as open_occurrences')).length;

describe('what a household holds', () => {
  test('is counted once as long as it is far below what it may hold', async () => {
    expect(await counts(() => create('first'))).toBe(1);
    expect(await counts(() => create('second'))).toBe(0);
  });

  test('is counted each time where it is near', async () => {
    home = await api.household();
    const elsewhere = await service.another();
    await create('filler', elsewhere.api.as(api.token));
    await elsewhere.close();
    await service.query(
      `update occurrences set notes = repeat('x', ${CEILINGS.textBytes / 2}) where title = 'filler'`,
    );
    expect(await counts(() => create('third'))).toBe(1);
    expect(await counts(() => create('fourth'))).toBe(1);
  });
});
