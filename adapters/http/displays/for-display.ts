import { HOUSEHOLD_BYTES } from '../../../domain/attachments/attachment.js';

/**
 * The values that replace fields which a display must not see. They are replaced in every answer. A display needs
 * only the name, colour, group and `hasPin` of a member. It does not need absences, calendar data or private
 * fields.
 */
const INSTEAD: Readonly<Record<string, unknown>> = {
  ...{ role: 'MEMBER', hasAccount: false, takesTurns: false, managerIds: [], weight: 0 },
  ...{ joinedAt: '1970-01-01T00:00:00.000Z', activeFrom: null, activeUntil: null, awayPeriods: [] },
  storage: { usedBytes: 0, limitBytes: HOUSEHOLD_BYTES },
  ...{ syncVersion: 0, syncedVersion: 0, googleSyncStatus: 'NOT_SYNCED' },
  ...{ swaps: [], templates: [], notifications: [], dayCalendars: [], pauses: [] },
};

export function forDisplay(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(forDisplay);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : forDisplay(value),
    ]),
  );
}
