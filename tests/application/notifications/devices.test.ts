import { beforeEach, expect, test } from '@jest/globals';
import { DEVICES_LIMIT } from '../../../domain/notifications/device.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

const PHONE = { platform: 'ANDROID', token: 'the phone' } as const;
let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const give = async () => {
  const responsibleMemberIds = [home.ben.memberId];
  const date = civilDate('2026-11-23');
  await home.useCases.createTask(home.ana, aDraft({ visibility: 'SHARED', date, responsibleMemberIds }));
  await home.app.performJobs();
};

test('a device receives push messages until it is removed or its session ends', async () => {
  const device = await home.useCases.registerDevice(home.ben, PHONE);
  await give();
  expect(home.app.pushed).toEqual([PHONE]);
  await home.useCases.removeDevice(home.ben, device.id);
  await give();
  expect(home.app.pushed).toEqual([PHONE]);
  await home.useCases.registerDevice(home.ben, PHONE);
  await home.useCases.signOutEverywhere(home.ben);
  await give();
  expect(home.app.pushed).toEqual([PHONE]);
});

test('registering a known push address moves the device to the new user, and removes the oldest devices beyond the limit', async () => {
  await home.useCases.registerDevice(home.ben, PHONE);
  await home.useCases.registerDevice(home.cleo, PHONE);
  expect((await home.useCases.listDevices(home.ben, ALL)).rows).toEqual([]);
  for (let i = 0; i < DEVICES_LIMIT; i++) {
    home.app.clock.advance(1000);
    await home.useCases.registerDevice(home.cleo, { platform: 'ANDROID', token: `phone ${i}` });
  }
  const { rows } = await home.useCases.listDevices(home.cleo, ALL);
  expect(rows).toHaveLength(DEVICES_LIMIT);
  expect(rows.map(({ address }) => address)).not.toContainEqual(PHONE);
});
