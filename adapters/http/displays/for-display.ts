import { HOUSEHOLD_BYTES } from '../../../domain/attachments/attachment.js';

/**
 * What a display is told in place of fields of these names, whichever route answers it: of people it needs name, colour, group, and
 * whether it takes a PIN; of a household what is shown of it; and nothing of days away, of the calendar, or of what it may not read.
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
