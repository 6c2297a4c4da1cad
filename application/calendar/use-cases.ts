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

/** The use cases of connected calendars. */
export function calendarUseCases(ports: Ports) {
  return {
    startConnect: startConnect(ports),
    finishConnect: finishConnect(ports),
    issueConnectTicket: issueConnectTicket(ports),
    askForTicket: askForTicket(ports),
    redeemConnectTicket: redeemConnectTicket(ports),
    listConnections: listConnections(ports),
    listKeptConnections: listKeptConnections(ports),
    disconnectCalendar: disconnectCalendar(ports),
    clearConnection: clearConnection(ports),
    clearOverdueConnections: clearOverdueConnections(ports),
    listAvailableCalendars: listAvailableCalendars(ports),
    linkCalendar: linkCalendar(ports),
    showCalendarLink: showCalendarLink(ports),
    unlinkCalendar: unlinkCalendar(ports),
    synchroniseNow: synchroniseNow(ports),
    sweepHousehold: sweepHousehold(ports),
    pullHousehold: pullHousehold(ports),
    synchroniseHousehold: synchroniseHousehold(ports),
    deleteOrphanedEvents: deleteOrphanedEvents(ports),
    sweepAll: sweepAll(ports),
    pullAll: mirrorAll(ports, 'pull'),
    reconcileAll: mirrorAll(ports, 'synchronise'),
    demoEvents: demoEvents(ports),
  };
}
