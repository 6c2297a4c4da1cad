import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import { seedOf } from '../../support/seed.js';
import { REQUEST_NAMES, World, type Ending, type Request } from '../../support/privacy/hidden-or-deleted.js';
import { Renaming } from '../../support/privacy/two-lives.js';

const RUNS = Number(process.env['SECRETS_RUNS'] ?? 4);
const STEPS = 40;
const seed = seedOf('PROPERTY_SEED');

const number = fc.nat({ max: 59 });
const requests: fc.Arbitrary<Request> = fc.record({
  name: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('task.create' as const, 'task.quick' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...REQUEST_NAMES) },
  ),
  ...{ which: number, other: number, how: number },
});

/** Every request once, for the first occurrence. */
const EACH_ONCE = REQUEST_NAMES.map((name): Request => ({ name, which: 0, other: 0, how: 0 }));

/**
 * In each of these worlds Ana deletes the task instead of only hiding it. The number is how many days pass
 * before Ben asks. The trash is emptied after 30 days.
 */
const WORLDS: readonly (readonly [Ending, number])[] = [
  ['hide and delete for good', 0],
  ['hide and delete for good', 31],
  ['hide, delete and wait for the trash to be emptied', 31],
];

describe('a request with the id of a task that another member has hidden or deleted', () => {
  test.each(WORLDS)(
    `gets the same answer after "hide" as after "%s", %i days later in both cases (PROPERTY_SEED=${seed})`,
    async (ending, days) => {
      const property = fc.asyncProperty(
        fc.array(requests, { maxLength: STEPS, size: 'max' }),
        async (sequence) => {
          const [hidden, deleted] = [await World.begin('hide', days), await World.begin(ending, days)];
          const [renamed, other] = [new Renaming(), new Renaming()];
          for (const request of sequence)
            expect(renamed.apply(await hidden.ask(request))).toBe(other.apply(await deleted.ask(request)));
        },
      );
      await fc.assert(property, { numRuns: RUNS, seed, examples: [[EACH_ONCE]] });
    },
    30_000 + RUNS * 4_000,
  );
});
