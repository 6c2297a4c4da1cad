import { describe, expect, test } from '@jest/globals';
import { syncWindow, type DatedOccurrence } from '../../../domain/calendar/eligibility.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import { MIRROR_STATES, newEvent, type MirroredEvent } from '../../../domain/calendar/mirrored-event.js';
import { fingerprint, renderEvent } from '../../../domain/calendar/render.js';
import {
  type Revoked,
  type WriteOutcome,
  step,
  type CallResponse,
  type CalendarCall,
} from '../../../domain/calendar/step.js';
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
import {
  type Occurrence,
  GOOGLE_SYNC_STATUSES,
  type GoogleSyncStatus,
} from '../../../domain/tasks/occurrence.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import { toEventId, type EventToPublish } from '../../../domain/calendar/event.js';
import { anEventToPublish } from '../../builders/event-to-publish.js';
import {
  speedUp,
  FIRST_SPACING,
  slowDown,
  type Spacing,
  FULL_BUCKET,
  CONNECTION_RATE,
  PROCESS_RATE,
  takeToken,
} from '../../../domain/calendar/pace.js';
import { statusAfter, SYNC_EVENTS, type SyncEvent } from '../../../domain/calendar/status.js';

describe('a sweep, which writes changed tasks to a calendar', () => {
  const household = { id: anId<HouseholdId>(), timeZone: 'Europe/Paris' as TimeZone };
  const today = civilDate('2026-03-10');
  const place = { household, calendarId: 'a calendar', window: syncWindow(today) };
  const shownOf = {
    household: { ...household, calendarTitleFormat: '{title}', locale: 'en' },
    memberNames: new Map(),
    categoryNames: new Map(),
    linkTo: () => 'https://web.example.org',
  } as const;
  const wantOf = (task: DatedOccurrence) => renderEvent(task, shownOf);

  const task = (date: string): DatedOccurrence => ({
    ...anOccurrence({ householdId: household.id, createdBy: anId<MemberId>() }),
    date: civilDate(date),
  });
  const [SOON, FAR, PAST] = [task('2026-03-12'), task('2026-08-01'), task('2026-02-01')];
  /** States of an occurrence in the household and the event that the calendar should show for each. */
  const SITUATIONS = {
    'deleted for good': { occurrence: null, want: null },
    personal: { occurrence: { ...SOON, visibility: 'PERSONAL' }, want: null },
    'due soon': { occurrence: SOON, want: wantOf(SOON) },
    'due after the window': { occurrence: FAR, want: wantOf(FAR) },
    past: { occurrence: PAST, want: wantOf(PAST) },
  } as const satisfies Record<string, Pick<SweepEntry, 'occurrence' | 'want'>>;
  type Situation = keyof typeof SITUATIONS;

  /**
   * The stored states of an event. Each ends with `=` if the event shows the wanted content, `≠` if it shows other
   * content, and `?` if its content is not known.
   */
  const KNOWN = [
    'none',
    ...MIRROR_STATES.flatMap((state) => [`${state} =`, `${state} ≠`, `${state} ?`] as const),
  ] as const;
  type Known = (typeof KNOWN)[number];

  const MATRIX: Readonly<Record<Known, Readonly<Record<Situation, string>>>> = {
    none: row('withdrawn', 'withdrawn', 'insert', 'wait', 'wait'),
    'INTENT =': row('delete', 'delete', 'insert', 'insert', 'insert'),
    'INTENT ≠': row('delete', 'delete', 'insert', 'insert', 'insert'),
    'INTENT ?': row('delete', 'delete', 'insert', 'insert', 'insert'),
    'LIVE =': row('delete', 'delete', 'published', 'published', 'published'),
    'LIVE ≠': row('delete', 'delete', 'update', 'update', 'published'),
    'LIVE ?': row('delete', 'delete', 'read', 'read', 'published'),
    'DELETING =': row('delete', 'delete', 'read', 'read', 'published'),
    'DELETING ≠': row('delete', 'delete', 'read', 'read', 'published'),
    'DELETING ?': row('delete', 'delete', 'read', 'read', 'published'),
    'GONE =': row('withdrawn', 'withdrawn', 'deletedThere', 'deletedThere', 'deletedThere'),
    'GONE ≠': row('withdrawn', 'withdrawn', 'deletedThere', 'deletedThere', 'deletedThere'),
    'GONE ?': row('withdrawn', 'withdrawn', 'deletedThere', 'deletedThere', 'deletedThere'),
    'WITHDRAWN =': row('withdrawn', 'withdrawn', 'read', 'wait', 'wait'),
    'WITHDRAWN ≠': row('withdrawn', 'withdrawn', 'read', 'wait', 'wait'),
    'WITHDRAWN ?': row('withdrawn', 'withdrawn', 'read', 'wait', 'wait'),
  };

  function row(...told: string[]): Record<Situation, string> {
    const situations = Object.keys(SITUATIONS) as Situation[];
    return Object.fromEntries(situations.map((one, i) => [one, told[i]])) as Record<Situation, string>;
  }

  function entryOf(situation: Situation, known: Known): SweepEntry {
    const { occurrence, want } = SITUATIONS[situation];
    const id = occurrence?.id ?? anId<OccurrenceId>();
    if (known === 'none') return { id, occurrence, want, event: null, failures: null };
    const [state, same] = known.split(' ') as [MirroredEvent['state'], '=' | '≠' | '?'];
    const other = same === '?' ? null : 'something else';
    const event: MirroredEvent = {
      ...newEvent(household.id, id, place.calendarId, state),
      etag: '"1"',
      content: same === '=' && want !== null ? fingerprint(want) : other,
      published: want,
    };
    return { id, occurrence, want, event, failures: null };
  }

  const CELLS = KNOWN.flatMap((known) =>
    (Object.keys(SITUATIONS) as Situation[]).map((situation) => ({ known, situation })),
  );

  test.each(CELLS)(
    'chooses the expected action if the event is $known (= wanted, ≠ other, ? unknown content) and the task is $situation',
    ({ known, situation }) => {
      const decision = decide(entryOf(situation, known), place);
      expect(decision.kind === 'settle' ? decision.as : decision.kind).toBe(MATRIX[known][situation]);
    },
  );

  describe('before a write', () => {
    test.each(CELLS)(
      'stores the intended write, if any, if the event is $known (= wanted, ≠ other, ? unknown content) and the task is $situation',
      ({ known, situation }) => {
        const entry = entryOf(situation, known);
        const decision = decide(entry, place);
        const begun = beginSweep(entry, place);
        if (decision.kind === 'settle' || decision.kind === 'wait') {
          expect(begun.kind).toBe('settled');
          return;
        }
        if (begun.kind !== 'write') throw new Error('nothing is written');
        expect(begun.call.kind).toBe(decision.kind);
        // If the process ends during the call, the record says that the event may exist, with unknown content.
        expect(begun.effects.event).toMatchObject({ content: null, eventId: begun.intention.event.eventId });
        expect(begun.effects.event?.state).toMatch(/^(INTENT|LIVE|DELETING)$/);
      },
    );
  });

  test('handles deletions first, then changes, then new events', () => {
    const cells = [
      ['due soon', 'none'],
      ['due soon', 'LIVE ≠'],
      ['personal', 'LIVE ='],
      ['due soon', 'WITHDRAWN ='],
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
    /** The occurrence when the call returns: unchanged, changed since, or deleted. */
    const NOW = { same: SOON, newer: { ...SOON, syncVersion: 2 }, none: null } as const;

    /**
     * Summarises the conclusion: state of the event, sync status of the occurrence, reason or trouble of the link,
     * message to the member, counter, and next step with its pause in milliseconds. `-` stands for no change.
     */
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
        effects.notification ?? '-',
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
    ] as const)('stores the result of a write that ended with %s', (kind, expected) => {
      expect(summary(OUTCOMES[kind], NOW.same)).toBe(expected);
    });

    test.each([
      ['created', 'LIVE, PENDING, -, -, created, goOn'],
      ['updated', 'LIVE, PENDING, -, -, updated, goOn'],
      ['adopted', 'LIVE, PENDING, -, -, -, goOn'],
      ['deleted', 'WITHDRAWN, PENDING, -, -, deleted, goOn'],
      ['deletedThere', 'GONE, PENDING, -, -, -, goOn'],
    ] as const)(
      'leaves a task pending that was edited during a write that ended with %s',
      (kind, expected) => {
        expect(summary(OUTCOMES[kind], NOW.newer)).toBe(expected);
      },
    );

    test('removes the record of an event after deleting the event of a deleted task', () => {
      expect(summary(OUTCOMES.deleted, NOW.none)).toBe('forgotten, -, -, -, deleted, goOn');
    });

    test.each(Object.values(OUTCOMES))(
      'stores no sync status for a deleted task after a write that ended with $kind',
      (outcome) => {
        expect(summary(outcome, NOW.none).split(', ')[1]).toBe('-');
      },
    );

    test('marks the task as failed and notifies the member after the eighth failure', () => {
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
        notification: 'failed',
      });
    });
  });
});

describe('step, which chooses the next call while an event is written to a calendar', () => {
  const id = anId<OccurrenceId>();
  const eventId = toEventId(id);
  const event: EventToPublish = anEventToPublish(anId<HouseholdId>());
  const version = { etag: '"7"', sequence: 7, updated: NOON };
  const shown: RemoteEvent = {
    ...version,
    eventId,
    cancelled: false,
    owner: event.owner,
    title: event.title,
    description: event.description,
    times: event.times,
  };
  const retitled = { ...shown, title: 'somebody else was here' };

  /** Every kind of answer that a calendar provider can return. */
  const ANSWERS = {
    inserted: { kind: 'inserted', ...version },
    updated: { kind: 'updated', ...version },
    deleted: { kind: 'deleted' },
    duplicate: { kind: 'duplicate' },
    preconditionFailed: { kind: 'preconditionFailed' },
    staleSequence: { kind: 'staleSequence' },
    gone: { kind: 'gone' },
    notFound: { kind: 'notFound' },
    'event as wanted': { kind: 'event', event: shown },
    'event changed': { kind: 'event', event: retitled },
    'event cancelled': { kind: 'event', event: { ...shown, cancelled: true, times: null } },
    'event of a stranger': { kind: 'event', event: { ...shown, owner: null } },
    page: { kind: 'page', events: [], nextPage: null, date: NOON },
    tooLongAgo: { kind: 'tooLongAgo' },
    forbidden: { kind: 'forbidden' },
    noWriteAccess: { kind: 'noWriteAccess' },
    eventForbidden: { kind: 'eventForbidden', detail: 'why' },
    rateLimited: { kind: 'rateLimited', retryAfterMs: 1 },
    quotaExceeded: { kind: 'quotaExceeded', retryAfterMs: null },
    invalidRequest: { kind: 'invalidRequest', detail: 'why' },
    misconfigured: { kind: 'misconfigured', detail: 'why' },
    transient: { kind: 'transient', detail: 'why' },
    revoked: { kind: 'revoked' },
  } as const satisfies Record<string, CallResponse>;
  type AnswerName = keyof typeof ANSWERS;

  const CALLS = {
    insert: { kind: 'insert', eventId, event, made: 0 },
    update: { kind: 'update', eventId, event, made: 0, ifEtag: '"1"', sequence: 1 },
    read: { kind: 'read', eventId, event, made: 0 },
    delete: { kind: 'delete', eventId },
    'read after a forbidden update': { kind: 'readForbidden', eventId, isDeletion: false },
    'read after a forbidden deletion': { kind: 'readForbidden', eventId, isDeletion: true },
    'list after a 404': { kind: 'listNotFound' },
  } as const satisfies Record<string, CalendarCall>;
  type CallName = keyof typeof CALLS;

  /** The answers that have the same consequence after every call. */
  const ALWAYS = [
    'noWriteAccess',
    'eventForbidden',
    'rateLimited',
    'quotaExceeded',
    'invalidRequest',
    'misconfigured',
    'transient',
    'revoked',
  ] as const satisfies AnswerName[];

  /**
   * For each call, the result of each answer that is not in `ALWAYS`: the next call, or `over:` and the outcome. A
   * call never gets the answers that its row leaves out.
   */
  const MATRIX: Readonly<Record<CallName, Partial<Record<AnswerName, string>>>> = {
    insert: {
      inserted: 'over: created',
      duplicate: 'read',
      notFound: 'listNotFound',
      forbidden: 'over: noWriteAccess',
    },
    update: {
      updated: 'over: updated',
      preconditionFailed: 'read',
      staleSequence: 'read',
      gone: 'insert',
      notFound: 'insert',
      forbidden: 'readForbidden',
    },
    read: {
      'event as wanted': 'over: adopted',
      'event changed': 'update',
      'event cancelled': 'update',
      'event of a stranger': 'update',
      notFound: 'insert',
      forbidden: 'over: noWriteAccess',
    },
    delete: {
      deleted: 'over: deleted',
      gone: 'over: deleted',
      notFound: 'over: deleted',
      preconditionFailed: 'over: transient',
      forbidden: 'readForbidden',
    },
    'read after a forbidden update': {
      'event as wanted': 'over: noWriteAccess',
      'event changed': 'over: noWriteAccess',
      'event cancelled': 'over: deletedThere',
      'event of a stranger': 'over: noWriteAccess',
      notFound: 'over: transient',
      forbidden: 'over: noWriteAccess',
    },
    'read after a forbidden deletion': {
      'event as wanted': 'over: noWriteAccess',
      'event changed': 'over: noWriteAccess',
      'event cancelled': 'over: deleted',
      'event of a stranger': 'over: noWriteAccess',
      notFound: 'over: transient',
      forbidden: 'over: noWriteAccess',
    },
    'list after a 404': {
      notFound: 'over: calendarGone',
      page: 'over: transient',
      tooLongAgo: 'over: transient',
      forbidden: 'over: noWriteAccess',
    },
  };

  function told(next: ReturnType<typeof step>): string {
    return next.kind === 'over' ? `over: ${next.outcome.kind}` : next.kind;
  }

  describe.each(Object.keys(CALLS) as CallName[])('after the call %s', (call) => {
    test.each(Object.keys(ANSWERS) as AnswerName[])(
      'returns the expected next call or outcome if the calendar answers %s',
      (answer) => {
        const isFailure = (ALWAYS as readonly string[]).includes(answer);
        const expected = isFailure ? `over: ${answer}` : (MATRIX[call][answer] ?? 'over: transient');
        expect(told(step(CALLS[call], ANSWERS[answer]))).toBe(expected);
      },
    );
  });

  test('returns a failure of the calendar unchanged as the outcome', () => {
    for (const kind of ALWAYS)
      expect(step(CALLS.insert, ANSWERS[kind])).toEqual({ kind: 'over', outcome: ANSWERS[kind] });
  });

  test('updates an event after reading it only if the event still has the version that was read', () => {
    expect(step(CALLS.read, ANSWERS['event changed'])).toEqual({
      ...{ kind: 'update', eventId, event, made: 1 },
      ifEtag: version.etag,
      sequence: version.sequence,
    });
  });

  test('ends with a transient failure if the event was changed before each of three updates', () => {
    const last = { ...CALLS.update, made: 3 };
    expect(step(last, ANSWERS.preconditionFailed)).toEqual({
      kind: 'over',
      outcome: { kind: 'transient', detail: 'the event changes all the time' },
    });
    expect(told(step(last, ANSWERS.updated))).toBe('over: updated');
  });

  test('updates an event whose times differ from the wanted times', () => {
    const moved = { kind: 'days', from: civilDate('2026-01-01'), until: civilDate('2026-01-02') } as const;
    expect(told(step(CALLS.read, { kind: 'event', event: { ...shown, times: moved } }))).toBe('update');
  });
});

describe('the pace of requests to a calendar', () => {
  const times = (count: number, change: (spacing: Spacing) => Spacing, from: Spacing): Spacing =>
    Array.from({ length: count }).reduce<Spacing>((spacing) => change(spacing), from);

  test('doubles the time between writes each time the calendar reports too many requests, up to two seconds', () => {
    expect([1, 2, 3, 4, 9].map((count) => times(count, slowDown, FIRST_SPACING).ms)).toEqual([
      400, 800, 1600, 2000, 2000,
    ]);
  });

  test('reduces the time between writes by a tenth after twenty accepted writes, down to 200 ms', () => {
    const slow = slowDown(FIRST_SPACING);
    expect([19, 20, 40].map((count) => Math.round(times(count, speedUp, slow).ms))).toEqual([400, 360, 324]);
    expect(times(1000, speedUp, slow).ms).toBe(200);
  });

  test.each([
    ['a user', CONNECTION_RATE, 10, 125, 600],
    ['a process', PROCESS_RATE, 100, 10, 10_000],
  ])(
    'lets %s send a burst and then one request at a time, below the limit per minute',
    (_name, rate, burst, eachMs, limit) => {
      let bucket = FULL_BUCKET;
      const starts: number[] = [];
      for (let i = 0; i < 2 * limit; i++) {
        const taken = takeToken(bucket, 1000, rate);
        bucket = taken.bucket;
        starts.push(1000 + taken.waitMs);
      }
      expect(starts.slice(0, burst + 2)).toEqual([
        ...Array<number>(burst).fill(1000),
        1000 + eachMs,
        1000 + 2 * eachMs,
      ]);
      // The first minute includes the burst, so no later minute has more calls.
      expect(starts.filter((at) => at < 61_000).length).toBeLessThan(limit);
    },
  );
});

describe('statusAfter', () => {
  const [N, P, S, B, E, D]: readonly GoogleSyncStatus[] = GOOGLE_SYNC_STATUSES;

  /** For each event, the status after it for each status before it, in the order of `GOOGLE_SYNC_STATUSES`. */
  const MATRIX: Readonly<Record<SyncEvent, readonly (GoogleSyncStatus | undefined)[]>> = {
    mutated: [P, P, P, P, P, P],
    overtaken: [P, P, P, P, P, P],
    published: [S, S, S, S, S, S],
    restoredThere: [S, S, S, S, S, S],
    withdrawn: [N, N, N, N, N, N],
    failed: [P, P, P, B, E, P],
    failedForGood: [E, E, E, E, E, E],
    denied: [N, B, S, B, E, D],
    deletedThere: [D, D, D, D, D, D],
    vanished: [N, P, P, P, P, D],
  };

  test.each(SYNC_EVENTS.map((event) => [event] as const))(
    'returns the expected status after the event %s, for every status before the event',
    (event) => {
      expect(GOOGLE_SYNC_STATUSES.map((status) => statusAfter(status, event))).toEqual(MATRIX[event]);
    },
  );
});
