import { expect, test } from '@jest/globals';
import type { DisplayId } from '../../../domain/shared/ids.js';
import type { SessionAtHome } from '../../../application/accounts/ports.js';
import { DISPLAY_IDLE_MS } from '../../../domain/displays/display.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

async function aDisplay({ useCases, ana }: Home) {
  const { display, pairingCode } = await useCases.createDisplay(ana, 'Kitchen');
  const { token } = await useCases.pairDisplay(pairingCode);
  return { id: display.id, token };
}

test('a display can read shared tasks only, and cannot delete the household', async () => {
  const home = await aHome();
  const { useCases, ana } = home;
  const { token, id } = await aDisplay(home);
  await useCases.createTask(ana, aDraft({ title: 'Bins' }));
  const own = await useCases.createTask(ana, aDraft({ title: 'Present', visibility: 'PERSONAL' }));
  const display = await useCases.authenticateDisplay(token, null, 'getHousehold');
  expect(display).toMatchObject({ display: { id, name: 'Kitchen' }, memberId: id, role: 'MEMBER' });
  const { rows } = await useCases.listOccurrences(display, EVERYTHING, ALL);
  expect(rows.map(({ title }) => title)).toEqual(['Bins']);
  await expect(useCases.getOccurrence(display, own.id)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  await expect(useCases.authenticateDisplay(token, null, 'deleteHousehold')).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const unknown = useCases.authenticateDisplay('A'.repeat(43), null, 'getHousehold');
  await expect(unknown).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('a removed or expired display is no longer admitted to event streams, and the token of a removed one is refused (P4)', async () => {
  const home = await aHome();
  const { app, useCases, ana, ben } = home;
  const [one, other] = [await aDisplay(home), await aDisplay(home)];
  const listens = ({ id }: { id: DisplayId }): SessionAtHome => ({
    ...ana,
    householdId: home.householdId,
    displayId: id,
  });
  const session: SessionAtHome = { ...ben, householdId: home.householdId };
  const asked = [listens(one), session, listens(other)];
  expect(await useCases.areAdmitted(asked)).toEqual([true, true, true]);
  await expect(useCases.removeDisplay(ben, one.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await useCases.removeDisplay(ana, one.id);
  expect(await useCases.areAdmitted(asked)).toEqual([false, true, true]);
  const removed = useCases.authenticateDisplay(one.token, null, 'getHousehold');
  await expect(removed).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect((await useCases.listDisplays(ana)).map(({ id }) => id)).toEqual([other.id]);
  app.clock.advance(DISPLAY_IDLE_MS);
  expect(await useCases.areAdmitted(asked)).toEqual([false, true, false]);
});
