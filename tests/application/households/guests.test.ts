import { expect, test } from '@jest/globals';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { addDays, civilDate, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';
import { memberCaller } from '../../support/application/people.js';
import { fc } from '../../support/property.js';

const TODAY = civilDate('2026-11-21');
const date = fc.integer({ min: -5, max: 60 }).map((days) => addDays(TODAY, days));
/** First and last day, either of which may be open. */
const stay = fc
  .tuple(fc.option(date), fc.option(fc.integer({ min: 0, max: 30 })))
  .map(([activeFrom, days]) => ({
    activeFrom,
    activeUntil: days === null ? null : addDays(activeFrom ?? TODAY, days),
  }));

type Turns = { readonly kind: 'turns' | 'shuffle' | 'roster'; readonly unit: 'occurrence' | 'week' | 'day' };
const turns = fc.record<Turns>({
  kind: fc.constantFrom('turns', 'shuffle', 'roster'),
  unit: fc.constantFrom('occurrence', 'week', 'day'),
});

function rotationOf({ kind, unit }: Turns, members: readonly Home['ana']['memberId'][]): RotationRequest {
  if (kind === 'shuffle') return { kind, order: members, seed: 'seed' };
  if (kind === 'turns') return { kind, order: members.map((member) => [member]), unit, length: 1, offset: 0 };
  const week = WEEKDAYS.map((day, place) => [day, [members[place % members.length]!]]);
  return { kind, weeks: [Object.fromEntries(week) as never] };
}

test('P3 no turn falls on a guest outside their days, whatever these become', async () => {
  await fc.assert(
    fc.asyncProperty(turns, stay, stay, fc.integer({ min: 0, max: 40 }), async (kind, first, later, days) => {
      const { app, useCases, ana, ben } = await aHome();
      const guest = await useCases.createMember(ana, { displayName: 'Grandma', group: 'GUEST', ...first });
      const rotation = rotationOf(kind, [ana.memberId, guest.id, ben.memberId]);
      const task = { date: TODAY, rotation, recurrence: { frequency: 'daily' } } as const;
      await useCases.createTask(ana, aDraft(task));
      const given = async () => {
        const { rows } = await useCases.listOccurrences(ana, EVERYTHING, ALL);
        return rows.filter(({ responsibleMemberIds }) => responsibleMemberIds.includes(guest.id));
      };
      const outside = async ({ activeFrom, activeUntil }: typeof first) =>
        (await given())
          .map((row) => row.date!)
          .filter((on) => (activeFrom && on < activeFrom) || (activeUntil && on > activeUntil));
      expect(await outside(first)).toEqual([]);
      await useCases.editMember(ana, guest.id, later);
      expect(await outside(later)).toEqual([]);
      // Dates that come within the horizon meanwhile.
      app.clock.advance(days * 86_400_000);
      await useCases.extendHorizons();
      expect(await outside(later)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('a guest has turns on the days on which they are here', async () => {
  const { useCases, ana, ben } = await aHome();
  const days = { activeFrom: civilDate('2026-12-01'), activeUntil: civilDate('2026-12-10') };
  const guest = await useCases.createMember(ana, { displayName: 'Grandma', group: 'GUEST', ...days });
  const rotation = rotationOf({ kind: 'turns', unit: 'occurrence' }, [ana.memberId, ben.memberId, guest.id]);
  await useCases.createTask(ana, aDraft({ date: TODAY, rotation, recurrence: { frequency: 'daily' } }));
  const { rows } = await useCases.listOccurrences(ana, EVERYTHING, ALL);
  const hers = rows.filter(({ responsibleMemberIds }) => responsibleMemberIds.includes(guest.id));
  expect(hers.map((row) => row.date)).toEqual(['2026-12-02', '2026-12-05', '2026-12-08']);
});

test('members without an account come one after the other, each of a colour of their own', async () => {
  const { useCases, ana } = await aHome();
  const colors: string[] = [];
  for (const displayName of ['Leo', 'Mia'])
    colors.push((await useCases.createMember(ana, { displayName, group: 'CHILD' })).color);
  const { members } = await useCases.showHousehold(ana);
  expect(new Set(members.map(({ color }) => color)).size).toBe(5);
  expect(members.slice(-2).map(({ color }) => color)).toEqual(colors);
});

test('who claims a place has it, with what is there', async () => {
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
