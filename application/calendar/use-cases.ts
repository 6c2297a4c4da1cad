import { clearConnection, clearOverdueConnections } from './connection/clear-connection.js';
import { startConnect } from './connection/connect-flow.js';
import { askForTicket, issueConnectTicket, redeemConnectTicket } from './connection/connect-ticket.js';
import { finishConnect } from './connection/finish-connect.js';
import { listConnections, listKeptConnections } from './connection/list-connections.js';
import { disconnectCalendar } from './connection/leave-connection.js';
import { demoEvents } from './demo/demo-events.js';
import type { Ports } from '../composition/use-case-ports.js';
import { deleteOrphanedEvents } from './mirror/delete-orphaned-events.js';
import { linkCalendar } from './link-calendar.js';
import { listAvailableCalendars } from './list-available.js';
import { mirrorAll, sweepAll } from './mirror/mirror-all.js';
import {
  pullHousehold,
  sweepHousehold,
  synchroniseHousehold,
  synchroniseNow,
} from './mirror/mirror-household.js';
import { showCalendarLink } from './show-link.js';
import { unlinkCalendar } from './unlink.js';

const pullAll = (ports: Ports) => mirrorAll(ports, 'pull');
const reconcileAll = (ports: Ports) => mirrorAll(ports, 'synchronise');

/** The use cases of connected calendars. */
export const CALENDAR_USE_CASES = {
  ...{ startConnect, finishConnect, issueConnectTicket, askForTicket, redeemConnectTicket },
  ...{ listConnections, listKeptConnections, disconnectCalendar, clearConnection, clearOverdueConnections },
  ...{ listAvailableCalendars, linkCalendar, showCalendarLink, unlinkCalendar, synchroniseNow },
  ...{ sweepHousehold, pullHousehold, synchroniseHousehold, deleteOrphanedEvents, sweepAll, pullAll },
  ...{ reconcileAll, demoEvents },
};
