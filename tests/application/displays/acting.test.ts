import { expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aHome } from '../../support/application/home.js';

test('a guest can act on a display with their PIN until the PIN is removed, and by a guest link until the guest is removed', async () => {
  const { app, useCases, ana } = await aHome();
  const { pairingCode } = await useCases.createDisplay(ana, 'Kitchen');
  const { token } = await useCases.pairDisplay(pairingCode);
  const display = await useCases.authenticateDisplay(token, null, 'getHousehold');
  const zoe = await useCases.createMember(ana, { displayName: 'Zoé', group: 'GUEST' });
  await useCases.setPin(ana, zoe.id, '0123');
  const wrong = useCases.actOnDisplay(display, { memberId: zoe.id, pin: '123' });
  await expect(wrong).rejects.toMatchObject({ code: 'PIN_REJECTED' });
  const act = await useCases.actOnDisplay(display, { memberId: zoe.id, pin: '0123' });
  expect((await useCases.authenticateDisplay(token, act, 'completeOccurrence')).memberId).toBe(zoe.id);
  await useCases.removePin(ana, zoe.id);
  const ended = useCases.authenticateDisplay(token, act, 'completeOccurrence');
  await expect(ended).rejects.toMatchObject({ code: 'FORBIDDEN' });

  const pass = await useCases.issuePass(ana, zoe.id, civilDate('2026-11-22'));
  expect((await useCases.authenticateDisplay(pass.token, null, 'completeOccurrence')).memberId).toBe(zoe.id);
  await useCases.removeMember(ana, zoe.id);
  const gone = useCases.authenticateDisplay(pass.token, null, 'getHousehold');
  await expect(gone).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await app.performJobs();
});

test('a guest link stops working when its guest gets an account', async () => {
  const { useCases, ana, dan } = await aHome();
  const zoe = await useCases.createMember(ana, { displayName: 'Zoé', group: 'GUEST' });
  const pass = await useCases.issuePass(ana, zoe.id, civilDate('2026-11-22'));
  const { token } = await useCases.inviteMember(ana, zoe.id, { email: null, expiresInDays: null });
  await useCases.acceptInvitation(dan, token);
  const ended = useCases.authenticateDisplay(pass.token, null, 'getHousehold');
  await expect(ended).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('showNewDisplay and showNewPass return the pairing code and the token to an owner again, and showNewPass refuses other members', async () => {
  const { useCases, ana, ben } = await aHome();
  const { display, pairingCode } = await useCases.createDisplay(ana, 'Kitchen');
  const zoe = await useCases.createMember(ana, { displayName: 'Zoé', group: 'GUEST' });
  const pass = await useCases.issuePass(ana, zoe.id, civilDate('2026-11-22'));
  expect(await useCases.showNewDisplay(ana, display.id)).toMatchObject({ pairingCode });
  expect(await useCases.showNewPass(ana, pass.display.id)).toMatchObject({ token: pass.token });
  await expect(useCases.showNewPass(ben, pass.display.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
