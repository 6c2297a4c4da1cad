import { calendarAccess } from '../calendar/connection/calendar-access.js';
import { replanAfterMembershipChange } from '../households/after-membership-change.js';
import type { UseCaseDependencies } from './needs.js';

/**
 * Returns the ports of all use cases. Some of these ports are use cases themselves, because other areas need them.
 */
export function joinPorts(dependencies: UseCaseDependencies) {
  return {
    ...dependencies,
    calendarAccess: calendarAccess(dependencies),
    afterMembershipChange: replanAfterMembershipChange(dependencies),
  };
}

export type Ports = ReturnType<typeof joinPorts>;
