import type { CalendarAccess } from '../ports.js';
import type { CalendarProvider } from '../provider.js';
import type { CategoryReader, HouseholdReader } from '../../households/ports.js';
import type { Clock, ExclusiveLock, IdGenerator, Logger, Metrics } from '../../shared/ports.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

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
