import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Action } from './actions/action.js';
import { DAYS_ACTIONS } from './actions/days.js';
import { DISPLAY_ACTIONS } from './actions/displays.js';
import { PEOPLE_ACTIONS } from './actions/people.js';
import { TASK_ACTIONS } from './actions/tasks.js';
import { THINGS_ACTIONS } from './actions/things.js';
import type { Village } from './village.js';

const DAY_MS = 86_400_000;

async function pass({ app }: Village, days: number): Promise<unknown> {
  app.clock.advance(days * DAY_MS);
  await app.useCases.departGuests();
  const skipped = await app.useCases.skipMissed();
  return {
    skipped,
    created: await app.useCases.extendHorizons(),
    drawn: await app.useCases.drawTurns(),
    reminded: await app.useCases.sendReminders(),
  };
}

/** Actions that no member asks for. */
const TIME_ACTIONS = {
  'do the jobs': ({ app }) => app.performJobs(),
  midnight: (village) => pass(village, 1),
  'a week later': (village, { which }) => pass(village, 7 + (which % 30)),
} as const satisfies Record<string, Action>;

export const ACTIONS = {
  ...TASK_ACTIONS,
  ...PEOPLE_ACTIONS,
  ...DAYS_ACTIONS,
  ...DISPLAY_ACTIONS,
  ...THINGS_ACTIONS,
  ...TIME_ACTIONS,
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

/**
 * Actions that no signed-in member requests: those of the service itself, of a person who is not a member
 * yet, or of a display.
 */
const OF_NO_MEMBER: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(['do the jobs', 'midnight', 'a week later', 'join', 'start a new household'] as const),
  ...(['pair a display', 'tick on a display', 'shop on a display'] as const),
]);

/** Returns the member who requests this action, or null if no member does. */
export function actorOf(village: Village, name: ActionName, who: number): Promise<MemberCaller | null> {
  return OF_NO_MEMBER.has(name) ? Promise.resolve(null) : village.member(who).catch(() => null);
}
