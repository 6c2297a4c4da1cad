import { describe, expect, test } from '@jest/globals';
import { syncWindow, type Dated } from '../../../domain/calendar/eligibility.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import { MIRROR_STATES, newEvent, type MirroredEvent } from '../../../domain/calendar/mirrored-event.js';
import { fingerprint, rendered } from '../../../domain/calendar/render.js';
import type { Revoked, WriteOutcome } from '../../../domain/calendar/step.js';
import {
  beginSweep,
  concludeSweep,
  decide,
  inSweepOrder,
  type SweepEntry,
} from '../../../domain/calendar/sweep.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, OccurrenceId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';

const household = { id: anId<HouseholdId>(), timeZone: 'Europe/Paris' as TimeZone };
const today = civilDate('2026-03-10');
const place = { household, calendarId: 'a calendar', window: syncWindow(today) };
const shownOf = {
  household: { ...household, calendarTitleFormat: '{title}', locale: 'en' },
  memberNames: new Map(),
  categoryNames: new Map(),
  linkTo: () => 'https://web.example.org',
} as const;
const wantOf = (task: Dated) => rendered(task, shownOf);

const task = (date: string): Dated => ({
  ...anOccurrence({ householdId: household.id, createdBy: anId<MemberId>() }),
  date: civilDate(date),
});
const [SOON, FAR, PAST] = [task('2026-03-12'), task('2026-08-01'), task('2026-02-01')];
/** What the household says, and what should stand in the calendar for it. */
const SITUATIONS = {
  'no more': { occurrence: null, want: null },
  'not to be there': { occurrence: { ...SOON, visibility: 'PERSONAL' }, want: null },
  soon: { occurrence: SOON, want: wantOf(SOON) },
  'beyond the window': { occurrence: FAR, want: wantOf(FAR) },
  past: { occurrence: PAST, want: wantOf(PAST) },
} as const satisfies Record<string, Pick<SweepEntry, 'occurrence' | 'want'>>;
type Situation = keyof typeof SITUATIONS;

/** What is known of the event: its state, and whether it shows what it should (`=`) or something else (`≠`). */
const KNOWN = ['none', ...MIRROR_STATES.flatMap((state) => [`${state} =`, `${state} ≠`] as const)] as const;
type Known = (typeof KNOWN)[number];

const MATRIX: Readonly<Record<Known, Readonly<Record<Situation, string>>>> = {
  none: row('withdrawn', 'withdrawn', 'insert', 'wait', 'wait'),
  'INTENT =': row('delete', 'delete', 'insert', 'insert', 'insert'),
  'INTENT ≠': row('delete', 'delete', 'insert', 'insert', 'insert'),
  'LIVE =': row('delete', 'delete', 'published', 'published', 'published'),
  'LIVE ≠': row('delete', 'delete', 'update', 'update', 'published'),
  'DELETING =': row('delete', 'delete', 'read', 'read', 'published'),
  'DELETING ≠': row('delete', 'delete', 'read', 'read', 'published'),
  'GONE =': row('withdrawn', 'withdrawn', 'deletedThere', 'deletedThere', 'deletedThere'),
  'GONE ≠': row('withdrawn', 'withdrawn', 'deletedThere', 'deletedThere', 'deletedThere'),
  'WITHDRAWN =': row('withdrawn', 'withdrawn', 'read', 'wait', 'wait'),
  'WITHDRAWN ≠': row('withdrawn', 'withdrawn', 'read', 'wait', 'wait'),
};

function row(...told: string[]): Record<Situation, string> {
  const situations = Object.keys(SITUATIONS) as Situation[];
  return Object.fromEntries(situations.map((one, i) => [one, told[i]])) as Record<Situation, string>;
}

function entryOf(situation: Situation, known: Known): SweepEntry {
  const { occurrence, want } = SITUATIONS[situation];
  const id = occurrence?.id ?? anId<OccurrenceId>();
  if (known === 'none') return { id, occurrence, want, event: null, failures: null };
  const [state, same] = known.split(' ') as [MirroredEvent['state'], '=' | '≠'];
  const event: MirroredEvent = {
    ...newEvent(household.id, id, place.calendarId, state),
    etag: '"1"',
    content: same === '=' && want !== null ? fingerprint(want) : 'something else',
    published: want,
  };
  return { id, occurrence, want, event, failures: null };
}

const CELLS = KNOWN.flatMap((known) =>
  (Object.keys(SITUATIONS) as Situation[]).map((situation) => ({ known, situation })),
);

test.each(CELLS)('an event $known of a task that is $situation', ({ known, situation }) => {
  const decision = decide(entryOf(situation, known), place);
  expect(decision.kind === 'settle' ? decision.as : decision.kind).toBe(MATRIX[known][situation]);
});

describe('before a write', () => {
  test.each(CELLS)('of an event $known of a task that is $situation', ({ known, situation }) => {
    const entry = entryOf(situation, known);
    const decision = decide(entry, place);
    const begun = beginSweep(entry, place);
    if (decision.kind === 'settle' || decision.kind === 'wait') {
      expect(begun.kind).toBe('settled');
      return;
    }
    if (begun.kind !== 'write') throw new Error('nothing is written');
    expect(begun.call.kind).toBe(decision.kind);
    // After a crash in between nothing of the event is taken for known, and that it may stand there is.
    expect(begun.effects.event).toMatchObject({ content: null, eventId: begun.intention.event.eventId });
    expect(begun.effects.event?.state).toMatch(/^(INTENT|LIVE|DELETING)$/);
  });
});

test('deletions come first, then changes, then what is new', () => {
  const cells = [
    ['soon', 'none'],
    ['soon', 'LIVE ≠'],
    ['not to be there', 'LIVE ='],
    ['soon', 'WITHDRAWN ='],
  ] as const;
  const entries = cells.map(([situation, known]) => ({
    ...entryOf(situation, known),
    id: anId<OccurrenceId>(),
  }));
  expect(inSweepOrder(entries, place)).toEqual([2, 1, 3, 0].map((i) => entries[i]?.id));
});

describe('after a write', () => {
  const link: CalendarLink = {
    ...{ id: anId(), householdId: household.id, connectionId: anId(), calendarId: place.calendarId },
    ...{ calendarName: 'Home', linkedBy: anId(), status: 'ACTIVE', reason: null, generation: 1 },
    ...{ pullCursor: NOON, coolUntil: null, coolAttempt: 0, lastSyncedAt: null, reconciledAt: null },
    ...{ trouble: null, createdAt: NOON },
  };
  const version = { etag: '"2"', sequence: 2, updated: NOON };
  type Outcome = Exclude<WriteOutcome, Revoked>;
  const OUTCOMES: Readonly<Record<Outcome['kind'], Outcome>> = {
    created: { kind: 'created', version },
    updated: { kind: 'updated', version },
    adopted: { kind: 'adopted', version },
    deleted: { kind: 'deleted' },
    deletedThere: { kind: 'deletedThere', version },
    calendarGone: { kind: 'calendarGone' },
    noWriteAccess: { kind: 'noWriteAccess' },
    eventForbidden: { kind: 'eventForbidden', detail: 'why' },
    rateLimited: { kind: 'rateLimited', retryAfterMs: null },
    quotaExceeded: { kind: 'quotaExceeded', retryAfterMs: null },
    invalidRequest: { kind: 'invalidRequest', detail: 'why' },
    misconfigured: { kind: 'misconfigured', detail: 'why' },
    transient: { kind: 'transient', detail: 'why' },
  };
  /** By now: the occurrence as it was written, a newer one, or none. */
  const NOW = { same: SOON, newer: { ...SOON, syncVersion: 2 }, none: null } as const;

  /** The event's state, the occurrence's status, the link, what is told, counted, and how it goes on. */
  const summary = (outcome: Outcome, occurrence: Occurrence | null) => {
    const intention = {
      occurrence: SOON,
      want: wantOf(SOON),
      event: newEvent(household.id, SOON.id, place.calendarId, 'LIVE'),
    };
    const entry = { occurrence, event: intention.event, failures: null };
    const { effects, count, then, pauseMs } = concludeSweep(entry, link, intention, outcome, {
      now: NOON,
      random: () => 0.5,
    });
    return [
      effects.event === undefined ? '-' : (effects.event?.state ?? 'forgotten'),
      effects.sync?.googleSyncStatus ?? '-',
      effects.link === undefined ? '-' : (effects.link.reason ?? effects.link.trouble),
      effects.tell ?? '-',
      count ?? '-',
      pauseMs === null ? then : `${then} ${pauseMs}`,
    ].join(', ');
  };

  test.each([
    ['created', 'LIVE, SYNCED, -, -, created, goOn'],
    ['updated', 'LIVE, SYNCED, -, -, updated, goOn'],
    ['adopted', 'LIVE, SYNCED, -, -, -, goOn'],
    ['deleted', 'WITHDRAWN, NOT_SYNCED, -, -, deleted, goOn'],
    ['deletedThere', 'GONE, DELETED_IN_GOOGLE, -, -, -, goOn'],
    ['calendarGone', '-, -, CALENDAR_NOT_FOUND, CALENDAR_NOT_FOUND, blocked, stop'],
    ['noWriteAccess', '-, BLOCKED, NO_WRITE_ACCESS, NO_WRITE_ACCESS, blocked, stop'],
    ['eventForbidden', '-, ERROR, -, failed, failed, goOn'],
    ['rateLimited', '-, -, rateLimited, -, -, stop 2000'],
    ['quotaExceeded', '-, -, quotaExceeded, -, -, stop 900000'],
    ['invalidRequest', '-, ERROR, -, failed, failed, goOn'],
    ['misconfigured', '-, -, quotaExceeded, -, failed, stop 900000'],
    ['transient', '-, -, -, -, failed, retry 2000'],
  ] as const)('that ended %s', (kind, expected) => {
    expect(summary(OUTCOMES[kind], NOW.same)).toBe(expected);
  });

  test.each([
    ['created', 'LIVE, PENDING, -, -, created, goOn'],
    ['updated', 'LIVE, PENDING, -, -, updated, goOn'],
    ['adopted', 'LIVE, PENDING, -, -, -, goOn'],
    ['deleted', 'WITHDRAWN, PENDING, -, -, deleted, goOn'],
    ['deletedThere', 'GONE, PENDING, -, -, -, goOn'],
  ] as const)('that ended %s, a newer version is still owed', (kind, expected) => {
    expect(summary(OUTCOMES[kind], NOW.newer)).toBe(expected);
  });

  test('an event of what is no more is forgotten once it is deleted', () => {
    expect(summary(OUTCOMES.deleted, NOW.none)).toBe('forgotten, -, -, -, deleted, goOn');
  });

  test.each(Object.values(OUTCOMES))('that ended $kind, what is no more has no status', (outcome) => {
    expect(summary(outcome, NOW.none).split(', ')[1]).toBe('-');
  });

  test('the eighth failure is the last', () => {
    const failures = {
      ...{ householdId: household.id, occurrenceId: SOON.id },
      ...{ syncVersion: 1, attempts: 7, nextAt: NOON, pendingSince: NOON, error: 'before' },
    };
    const intention = {
      occurrence: SOON,
      want: wantOf(SOON),
      event: newEvent(household.id, SOON.id, place.calendarId, 'LIVE'),
    };
    const { effects } = concludeSweep(
      { occurrence: SOON, event: null, failures },
      link,
      intention,
      OUTCOMES.transient,
      { now: NOON, random: () => 0.5 },
    );
    expect(effects).toMatchObject({
      failures: { attempts: 8, error: 'why', pendingSince: NOON },
      sync: { googleSyncStatus: 'ERROR' },
      tell: 'failed',
    });
  });
});
