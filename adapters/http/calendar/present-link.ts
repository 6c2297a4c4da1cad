import { Type, type Static } from 'typebox';
import type { AvailableCalendar } from '../../../application/calendar/list-available.js';
import type { PullCounts } from '../../../application/calendar/mirror/pull.js';
import type { LinkHealth } from '../../../application/calendar/show-link.js';
import { ACCESS_ROLES } from '../../../application/ports/calendar-provider.js';
import { LINK_REASONS, type CalendarLink } from '../../../domain/calendar/link.js';
import { instant, nullable, oneOf, presentInstant, uuid } from '../schema/common.js';

export const CalendarLinkDto = Type.Object(
  {
    connectionId: uuid(),
    calendarId: Type.String(),
    calendarName: Type.String(),
    status: oneOf(['ACTIVE', 'INVALID']),
    reason: nullable(oneOf(LINK_REASONS)),
    linkedBy: uuid(),
    lastSyncedAt: nullable(instant()),
    pendingCount: Type.Integer(),
    blockedCount: Type.Integer(),
    errorCount: Type.Integer(),
    pendingSince: nullable(instant()),
    syncPending: Type.Boolean({ description: 'Something has waited for more than 15 minutes' }),
    lastError: nullable(
      Type.String({ description: 'For people who look for the cause; not to be translated' }),
    ),
    nextTryAt: nullable(instant()),
  },
  { title: 'CalendarLinkDto' },
);

export const AvailableCalendarDto = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    accessRole: oneOf(ACCESS_ROLES),
    selectable: Type.Boolean(),
    primary: Type.Boolean(),
    color: nullable(Type.String()),
  },
  { title: 'AvailableCalendarDto' },
);

export const SyncCountsDto = Type.Object(
  {
    pulled: Type.Integer(),
    created: Type.Integer(),
    updated: Type.Integer(),
    deleted: Type.Integer(),
    failed: Type.Integer(),
    blocked: Type.Optional(Type.Integer()),
    retryInMs: Type.Optional(Type.Integer()),
  },
  { title: 'SyncCountsDto' },
);

export function presentCalendarLink({
  link,
  health,
}: {
  link: CalendarLink;
  health: LinkHealth;
}): Static<typeof CalendarLinkDto> {
  return {
    connectionId: link.connectionId,
    calendarId: link.calendarId,
    calendarName: link.calendarName,
    status: link.status,
    reason: link.reason,
    linkedBy: link.linkedBy,
    lastSyncedAt: presentInstant(link.lastSyncedAt),
    pendingCount: health.pending,
    blockedCount: health.blocked,
    errorCount: health.failed,
    pendingSince: presentInstant(health.pendingSince),
    syncPending: health.isLate,
    lastError: health.error,
    nextTryAt: presentInstant(health.nextTryAt),
  };
}

export function presentAvailable(calendar: AvailableCalendar): Static<typeof AvailableCalendarDto> {
  const { id, name, accessRole, selectable, primary, color } = calendar;
  return { id, name, accessRole, selectable, primary, color };
}

export function presentCounts(counts: PullCounts): Static<typeof SyncCountsDto> {
  const { pulled, created, updated, deleted, failed, blocked, retryInMs } = counts;
  return {
    pulled,
    created,
    updated,
    deleted,
    failed,
    ...(blocked !== undefined && { blocked }),
    ...(retryInMs !== undefined && { retryInMs }),
  };
}
