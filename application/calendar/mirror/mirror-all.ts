import { windowEverywhere } from '../../../domain/calendar/eligibility.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { PENDING_SHOWN_AFTER_MS } from '../show-link.js';
import { notifyChangesPending } from './notify-calendar-problem.js';
import type { Needs } from '../../composition/needs.js';
import { eachPart } from '../../shared/pages.js';

type Dependencies = Needs<'unitOfWork' | 'calendarLinks' | 'clock'>;

const PAGE = 500;
type Kind = 'sweep' | 'pull' | 'synchronise';
/**
 * The time in milliseconds over which one round of jobs is spread, so that not all households send requests at once.
 */
const SPREAD_MS: Readonly<Record<Kind, number>> = { sweep: 60_000, pull: 300_000, synchronise: 3_600_000 };

/**
 * Queues one kind of job for every household with an active calendar link. Each household has a fixed delay within the
 * round.
 */
export function mirrorAll({ unitOfWork, calendarLinks, clock }: Dependencies, kind: Kind) {
  return (): Promise<void> =>
    eachPart(async (after: HouseholdId | null) => {
      const page = await calendarLinks.linkedHouseholds(after, PAGE);
      const now = clock.now();
      await unitOfWork.run(async ({ jobs }) => {
        for (const householdId of page)
          await jobs.enqueue(
            `${kind}-household-calendar`,
            { householdId },
            { startAfter: now + (hashHousehold(householdId) % SPREAD_MS[kind]), singletonKey: householdId },
          );
      });
      return page.at(PAGE - 1) ?? null;
    });
}

/**
 * Queues a sweep for every household with an active calendar link. Also notifies the members of households whose
 * changes have not reached the calendar for too long, and queues the deletion of events in calendars that a household
 * no longer uses.
 */
export function sweepAll(dependencies: Dependencies) {
  const queue = mirrorAll(dependencies, 'sweep');
  return async (): Promise<void> => {
    await queue();
    await lookForLate(dependencies);
    await dependencies.unitOfWork.run(async ({ orphanedEvents, jobs }) => {
      for (const householdId of await orphanedEvents.households())
        await jobs.enqueue('clear-household-calendar', { householdId }, { singletonKey: householdId });
    });
  };
}

async function lookForLate({ unitOfWork, calendarLinks, clock }: Dependencies): Promise<void> {
  const now = clock.now();
  const window = windowEverywhere(now);
  await eachPart(async (after: HouseholdId | null) => {
    const page = await calendarLinks.lateLinks(window, now - PENDING_SHOWN_AFTER_MS, after, PAGE);
    await unitOfWork.run(async (scope) => {
      for (const link of page) await notifyChangesPending(scope, link);
    });
    return page.at(PAGE - 1)?.householdId ?? null;
  });
}

/** Returns the same number for a household in every round. */
function hashHousehold(householdId: HouseholdId): number {
  let hash = 0;
  for (const character of householdId) hash = (hash * 31 + character.charCodeAt(0)) % 2_147_483_647;
  return hash;
}
