import { MANUAL_CALENDAR, type DayCalendar } from '../../domain/days/calendar.js';
import type { Pause, SeriesPause } from '../../domain/days/pause.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import { anId } from './ids.js';

/** A calendar with one public holiday. */
export function aDayCalendar(fields: Partial<DayCalendar> = {}): DayCalendar {
  const christmas = '2026-12-25' as CivilDate;
  return {
    id: anId(),
    householdId: anId(),
    name: 'Holidays',
    days: [{ from: christmas, to: christmas, name: 'Noël' }],
    ignored: [],
    ...MANUAL_CALENDAR,
    ...fields,
  };
}

/** A pause of two weeks that skips all tasks. */
export function aPause(fields: Partial<Pause> = {}): Pause {
  return {
    id: anId(),
    householdId: anId(),
    from: '2027-08-01' as CivilDate,
    to: '2027-08-14' as CivilDate,
    seriesIds: null,
    mode: 'skip',
    assignTo: null,
    note: null,
    visibility: 'SHARED',
    tasks: [],
    affected: { removed: 0, moved: 0, reassigned: 0, kept: 0 },
    createdBy: anId(),
    createdAt: Date.parse('2026-11-21T12:00:00Z'),
    ...fields,
  };
}

/** A pause of mode `later` in the form that a series stores. */
export function aLaterPause(from: string, to: string | null, id = 'p1'): SeriesPause {
  const days = { from: from as CivilDate, to: to as CivilDate | null };
  return { ...days, id: id as SeriesPause['id'], mode: 'later', assignTo: null, isNamed: true };
}
