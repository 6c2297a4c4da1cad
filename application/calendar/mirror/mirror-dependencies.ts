import type { CalendarAccess } from '../../ports/calendar-access.js';
import type { CalendarProvider } from '../../ports/calendar-provider.js';
import type { CategoryReader } from '../../ports/category-repository.js';
import type { Clock } from '../../ports/clock.js';
import type { ExclusiveLock } from '../../ports/exclusive-lock.js';
import type { HouseholdReader } from '../../ports/household-repository.js';
import type { IdGenerator } from '../../ports/id-generator.js';
import type { Logger } from '../../ports/logger.js';
import type { Metrics } from '../../ports/metrics.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';

export type MirrorDependencies = {
  readonly unitOfWork: UnitOfWork;
  readonly households: HouseholdReader;
  readonly categories: CategoryReader;
  /** null: no calendar can be linked. */
  readonly calendarProvider: CalendarProvider | null;
  readonly calendarAccess: CalendarAccess;
  readonly exclusiveLock: ExclusiveLock;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The origin of the web client, to which events lead. */
  readonly webBaseUrl: string;
};

/** Whatever is done with a household's calendar is done by one at a time, in all processes. */
export const lockOf = (householdId: string): string => `calendar ${householdId}`;
