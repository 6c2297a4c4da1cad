import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DISPLAY_RIGHTS } from '../../../adapters/http/displays/display-rights.js';
import { startDemo } from '../../support/demo-calendars.js';
import type { TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startDemo();
});
afterAll(() => service.close());

test('of every route that asks who is there it is said what a display may do, and of no other', () => {
  const asking = service.routes
    .filter(({ access }) => access !== 'none')
    .map(({ operationId }) => operationId);
  expect(Object.keys(DISPLAY_RIGHTS).toSorted()).toEqual(asking.toSorted());
});
