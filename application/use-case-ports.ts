import { connectionAccess } from './calendar/connection/connection-access.js';
import { mirrorOfConnections } from './calendar/connection-mirror.js';
import { replanAfterMembershipChange } from './households/after-membership-change.js';
import type { UseCaseDependencies } from './shared/needs.js';

/** What the use cases are made of: the ports, and what areas do for each other. */
export function portsOf(dependencies: UseCaseDependencies) {
  const listened = { ...dependencies, connectionListener: mirrorOfConnections(dependencies) };
  return {
    ...listened,
    calendarAccess: connectionAccess(listened),
    afterMembershipChange: replanAfterMembershipChange(dependencies),
  };
}

export type Ports = ReturnType<typeof portsOf>;
