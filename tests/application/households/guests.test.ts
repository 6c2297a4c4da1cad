import { expect, test } from '@jest/globals';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { addDays, civilDate, type CivilDate, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { DAY_MS } from '../../../domain/shared/durations.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { memberCaller } from '../../support/application/people.js';
import { fc, runs, type Arbitrary } from '../../support/property.js';

const TODAY = civilDate('2026-11-21');
const date = fc.integer({ min: -5, max: 60 }).map((days) => addDays(TODAY, days));
/** The first and last day of a guest. Either may be null, which means no limit. */
const stay = fc
  .tuple(fc.option(date), fc.option(fc.integer({ min: 0, max: 30 })))
  .map(([activeFrom, days]) => ({
    activeFrom,
    activeUntil: days === null ? null : addDays(activeFrom ?? TODAY, days),
  }));

type Turns = {
  readonly kind: 'turns' | 'shuffle' | 'roster' | 'balanced';
  readonly unit: 'occurrence' | 'week' | 'day';
};
const turns = fc.record<Turns>({
  kind: fc.constantFrom('turns', 'shuffle', 'roster', 'balanced'),
  unit: fc.constantFrom('occurrence', 'week', 'day'),
});

function rotationOf({ kind, unit }: Turns, members: readonly Home['ana']['memberId'][]): RotationRequest {
  if (kind === 'balanced') return { kind, members, draw: { unit: 'week', ahead: 14 } };
  if (kind === 'shuffle') return { kind, order: members, seed: 'seed' };
  if (kind === 'turns') return { kind, order: members.map((member) => [member]), unit, length: 1, offset: 0 };
  const week = WEEKDAYS.map((day, place) => [day, [members[place % members.length]!]]);
  return { kind, weeks: [Object.fromEntries(week) as never] };
}

/**
 * Random actions, one after the other. Each may give the guest turns or move the days on which the guest is
 * here.
 */
type Step =
  | ({ readonly do: 'stay' } & Stay)
  | { readonly do: 'assign'; readonly from: CivilDate; readonly length: number | null }
  | { readonly do: 'rebalance' }
  | { readonly do: 'resume' }
  | { readonly do: 'wait'; readonly days: number };
type Stay = { readonly activeFrom: CivilDate | null; readonly activeUntil: CivilDate | null };
const step: Arbitrary<Step> = fc.oneof(
  stay.map((days): Step => ({ do: 'stay', ...days })),
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer({ min: 0, max: 30 })))
    .map(([from, length]): Step => ({ do: 'assign', from: addDays(TODAY, from), length })),
  fc.constant<Step>({ do: 'rebalance' }),
  fc.constant<Step>({ do: 'resume' }),
  fc.integer({ min: 1, max: 40 }).map((days): Step => ({ do: 'wait', days })),
);

test('no action assigns a turn to a guest outside of the days of the stay [P3]', async () => {
  const examples = runs(30);
  let given = 0;
  await fc.assert(
    fc.asyncProperty(
      turns,
      stay,
      fc.array(step, { minLength: 2, maxLength: 8 }),
      async (kind, first, steps) => {
        const { app, useCases, ana, ben } = await aHome();
        const guest = await useCases.createMember(ana, { displayName: 'Grandma', group: 'GUEST', ...first });
        const rotation = rotationOf(kind, [ana.memberId, guest.id, ben.memberId]);
        const others = rotationOf({ kind: 'turns', unit: 'day' }, [ana.memberId, ben.memberId]);
        for (const turned of [rotation, others])
          await useCases.createTask(
            ana,
            aDraft({ date: TODAY, rotation: turned, recurrence: { frequency: 'daily' } }),
          );
        for (const days of [3, 20, 45])
          await useCases.createTask(ana, aDraft({ date: addDays(TODAY, days) }));
        const today = () => addDays(TODAY, Math.floor((app.clock.now() - began) / DAY_MS));
        const began = app.clock.now();
        const take = async (one: Step) => {
          if (one.do === 'stay') {
            const { activeFrom, activeUntil } = one;
            await useCases.editMember(ana, guest.id, { activeFrom, activeUntil });
          } else if (one.do === 'wait') {
            app.clock.advance(one.days * DAY_MS);
            await useCases.extendHorizons();
            await useCases.drawTurns();
          } else if (one.do === 'rebalance') {
            const from = addDays(today(), 2);
            await useCases.rebalance(ana, { from, to: addDays(from, 40), seriesIds: null });
          } else if (one.do === 'resume') {
            const [pause] = (await useCases.listPauses(ana)).filter(({ to }) => to === null || to >= today());
            if (pause !== undefined) await useCases.endPause(ana, pause.id);
          } else {
            const from = one.from < today() ? today() : one.from;
            const to = one.length === null ? null : addDays(from, one.length);
            await useCases.createPause(ana, {
              ...{ from, to, mode: 'assign', assignTo: guest.id, seriesIds: null, note: null },
            });
          }
        };
        let days: Stay = first;
        // A one-off task has no turns, so it stays assigned as long as the guest was expected to be here.
        for (const one of [null, ...steps]) {
          if (one !== null) await take(one);
          if (one?.do === 'stay') days = one;
          const { rows } = await useCases.listOccurrences(ana, EVERYTHING, ALL);
          const hers = rows.filter(
            ({ responsibleMemberIds, date: on, seriesId }) =>
              responsibleMemberIds.includes(guest.id) &&
              on! >= today() &&
              (seriesId !== null || days === first),
          );
          given += hers.length;
          const outside = hers.filter(
            ({ date: on }) =>
              (days.activeFrom !== null && on! < days.activeFrom) ||
              (days.activeUntil !== null && on! > days.activeUntil),
          );
          expect(outside.map((row) => [row.date, row.turnReason, one])).toEqual([]);
        }
      },
    ),
    examples,
  );
  expect(given / examples.numRuns).toBeGreaterThan(60);
});

test('a rotation gives a guest turns only on the days of the stay', async () => {
  const { useCases, ana, ben } = await aHome();
  const days = { activeFrom: civilDate('2026-12-01'), activeUntil: civilDate('2026-12-10') };
  const guest = await useCases.createMember(ana, { displayName: 'Grandma', group: 'GUEST', ...days });
  const rotation = rotationOf({ kind: 'turns', unit: 'occurrence' }, [ana.memberId, ben.memberId, guest.id]);
  await useCases.createTask(ana, aDraft({ date: TODAY, rotation, recurrence: { frequency: 'daily' } }));
  const { rows } = await useCases.listOccurrences(ana, EVERYTHING, ALL);
  const hers = rows.filter(({ responsibleMemberIds }) => responsibleMemberIds.includes(guest.id));
  expect(hers.map((row) => row.date)).toEqual(['2026-12-02', '2026-12-05', '2026-12-08']);
});

test('members without an account are listed in order of creation, each with a different colour', async () => {
  const { useCases, ana } = await aHome();
  const colors: string[] = [];
  for (const displayName of ['Leo', 'Mia'])
    colors.push((await useCases.createMember(ana, { displayName, group: 'CHILD' })).color);
  const { members } = await useCases.showHousehold(ana);
  expect(new Set(members.map(({ color }) => color)).size).toBe(5);
  expect(members.slice(-2).map(({ color }) => color)).toEqual(colors);
});

test('an account that claims a member takes over the tasks of that member', async () => {
  const { app, useCases, ana, dan } = await aHome();
  const mia = await useCases.createMember(ana, { displayName: 'Mia', group: 'CHILD' });
  const teeth = await useCases.createTask(ana, aDraft({ responsibleMemberIds: [mia.id] }));
  const { token } = await useCases.inviteMember(ana, mia.id, { email: null, expiresInDays: null });
  expect((await useCases.previewInvitation(token)).forMember).toEqual({ id: mia.id, displayName: 'Mia' });
  const { memberId } = await useCases.acceptInvitation(dan, token);
  expect(memberId).toBe(mia.id);
  const caller = await memberCaller(app, dan, ana.household.id);
  expect((await useCases.getOccurrence(caller, teeth.id)).responsibleMemberIds).toEqual([mia.id]);
});

test("a rotation skips a guest after the last day of the guest's stay, and gives nobody two turns in a row", async () => {
  const { useCases, ana, ben } = await aHome();
  const guest = await useCases.createMember(ana, { displayName: 'Grandma', group: 'GUEST' });
  const rotation = rotationOf({ kind: 'turns', unit: 'occurrence' }, [ana.memberId, guest.id, ben.memberId]);
  await useCases.createTask(ana, aDraft({ date: TODAY, rotation, recurrence: { frequency: 'daily' } }));
  await useCases.editMember(ana, guest.id, { activeUntil: addDays(TODAY, 4) });
  const { rows } = await useCases.listOccurrences(ana, EVERYTHING, ALL);
  const people = rows.map(({ responsibleMemberIds: [who] }) =>
    who === guest.id ? 'guest' : who === ana.memberId ? 'ana' : 'ben',
  );
  expect(people.slice(0, 9)).toEqual(['ana', 'guest', 'ben', 'ana', 'guest', 'ben', 'ana', 'ben', 'ana']);
  expect(people.slice(6).filter((who, at) => who === people[5 + at])).toEqual([]);
});
