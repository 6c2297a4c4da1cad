import { calendarAccess } from '../calendar/connection/calendar-access.js';
import { replanAfterMembershipChange } from '../households/after-membership-change.js';
import type { UseCaseDependencies } from './needs.js';

/** What the use cases are made of: the ports, and what areas do for each other. */
export function joinPorts(dependencies: UseCaseDependencies) {
  return {
    ...dependencies,
    calendarAccess: calendarAccess(dependencies),
    afterMembershipChange: replanAfterMembershipChange(dependencies),
  };
}

export type Ports = ReturnType<typeof joinPorts>;
