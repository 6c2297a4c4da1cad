import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import { DISPLAY, GUEST, PAUSE, AGENDA_MEMBER } from './demo-plan.js';
import type { DemoWorld } from './demo-world.js';
import type { DemoHousehold } from './create-household.js';

/**
 * Adds what the household has today besides tasks: a guest, a pause in the future, a wall display, and the daily
 * agenda of one member.
 */
export async function addDemoExtras(
  world: DemoWorld,
  { callers }: DemoHousehold,
  today: CivilDate,
): Promise<void> {
  const [owner] = callers;
  if (owner === undefined) return;
  const { displayName, group, from, until } = GUEST;
  await world.createMember(owner, {
    ...{ displayName, group, managerIds: [owner.memberId] },
    activeFrom: addDays(today, -from),
    activeUntil: addDays(today, -until),
  });
  await world.createPause(owner, {
    ...{ from: addDays(today, -PAUSE.from), to: addDays(today, -PAUSE.to), note: PAUSE.note },
    ...{ seriesIds: null, mode: 'skip', assignTo: null },
  });
  const { pairingCode } = await world.createDisplay(owner, DISPLAY);
  // Nobody gets the token of this display. Visitors of the demo pair their own.
  await world.pairDisplay(pairingCode);
  const early = callers[AGENDA_MEMBER];
  if (early === undefined) return;
  const preferences = await world.showPreferences(early);
  await world.savePreferences(early, { ...preferences, agenda: { push: true, email: false } });
}
