import { describe, expect, test } from '@jest/globals';
import { ACTIONS, type ActionName } from '../../support/model/actions.js';
import { fc } from '../../support/property.js';
import { seedOf } from '../../support/seed.js';
import {
  Life,
  OPEN_ACTS,
  Renaming,
  SECRET_ACTS,
  type Deed,
  type OpenAct,
  type SecretAct,
} from '../../support/privacy/two-lives.js';

const RUNS = Number(process.env['SECRETS_RUNS'] ?? 4);
const STEPS = Number(process.env['SECRETS_STEPS'] ?? 14);
const seed = seedOf('PROPERTY_SEED');

/**
 * Excluded: operations that show people one by one, end Ana's membership, or belong to a calendar outside of
 * the service.
 */
const LEFT_OUT: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(['start a new household', 'join', 'leave', 'remove a member', 'change a role', 'invite'] as const),
  ...(['give their place to an account', 'open a feed'] as const),
  ...(['connect a calendar', 'link a calendar', 'unlink the calendar'] as const),
  ...(['put up a display', 'pair a display', 'give out a pass', 'set a PIN'] as const),
]);

const number = fc.nat({ max: 59 });
const draw = fc.record({
  who: fc.constantFrom(1, 1, 2, 3),
  whom: fc.nat({ max: 2 }),
  which: number,
  other: number,
  how: number,
});
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('secret' as const),
      name: fc.constantFrom(...(Object.keys(SECRET_ACTS) as SecretAct[])),
      draw,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      name: fc.constantFrom(...(Object.keys(OPEN_ACTS) as OpenAct[])),
      draw,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('others' as const),
      name: fc.constantFrom(
        ...(Object.keys(ACTIONS) as ActionName[]).filter((name) => !LEFT_OUT.has(name)),
        ...(['undo', 'undo', 'undo', 'undo'] as const),
      ),
      draw,
    }),
  },
);

const drawn = (how: number) => ({ who: 1, whom: 0, which: 1, other: 0, how });
/**
 * Histories in which an operation on everything also changes a personal series of Ana, and Ben undoes the
 * operation.
 */
const ALONG = (['pause everything', 'shift everything'] as const).map((name): [Deed[]] => [
  [
    { kind: 'secret', name: 'create a personal task', draw: drawn(1) },
    { kind: 'open', name: 'share a task from the beginning', draw: drawn(1) },
    { kind: 'open', name, draw: drawn(0) },
    { kind: 'others', name: 'undo', draw: { ...drawn(0), which: 0 } },
  ],
]);

describe('a personal task of one member', () => {
  test(
    `changes nothing that other members can read or do, in ${RUNS} random histories, PROPERTY_SEED=${seed}`,
    async () => {
      const property = fc.asyncProperty(
        fc.array(deeds, { maxLength: STEPS, size: 'max' }),
        async (history) => {
          const [secretive, open] = [await Life.begin(), await Life.begin()];
          const [renamed, other] = [new Renaming(), new Renaming()];
          for (const deed of history) {
            await secretive.do(deed);
            await (deed.kind === 'secret' ? open.wait() : open.do(deed));
            const [one, another] = [await secretive.read(), await open.read()];
            expect(one.map((text) => renamed.apply(text))).toEqual(another.map((text) => other.apply(text)));
          }
        },
      );
      await fc.assert(property, { numRuns: RUNS, seed, examples: ALONG });
    },
    30_000 + RUNS * 4_000,
  );
});
