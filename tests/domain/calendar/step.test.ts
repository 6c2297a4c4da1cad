import { describe, expect, test } from '@jest/globals';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import { toEventId, type EventToPublish } from '../../../domain/calendar/event.js';
import { step, type Answer, type Call } from '../../../domain/calendar/step.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import { anEventToPublish } from '../../builders/event-to-publish.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';

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

/** Everything that a provider may answer. */
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
} as const satisfies Record<string, Answer>;
type AnswerName = keyof typeof ANSWERS;

const CALLS = {
  insert: { kind: 'insert', eventId, event, made: 0 },
  update: { kind: 'update', eventId, event, made: 0, ifEtag: '"1"', sequence: 1 },
  read: { kind: 'read', eventId, event, made: 0 },
  delete: { kind: 'delete', eventId },
  'read after a forbidden update': { kind: 'readForbidden', eventId, isDeletion: false },
  'read after a forbidden deletion': { kind: 'readForbidden', eventId, isDeletion: true },
  'list after a 404': { kind: 'listNotFound' },
} as const satisfies Record<string, Call>;
type CallName = keyof typeof CALLS;

/** What means the same after every call. */
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

/** After each call, what follows from each other answer: another call, or how it ended. What is left out never comes. */
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

describe.each(Object.keys(CALLS) as CallName[])('%s', (call) => {
  test.each(Object.keys(ANSWERS) as AnswerName[])('answered with %s', (answer) => {
    const isFailure = (ALWAYS as readonly string[]).includes(answer);
    const expected = isFailure ? `over: ${answer}` : (MATRIX[call][answer] ?? 'over: transient');
    expect(told(step(CALLS[call], ANSWERS[answer]))).toBe(expected);
  });
});

test('a failure is handed on as it was answered', () => {
  for (const kind of ALWAYS)
    expect(step(CALLS.insert, ANSWERS[kind])).toEqual({ kind: 'over', outcome: ANSWERS[kind] });
});

test('what was read is overwritten at the version that was read', () => {
  expect(step(CALLS.read, ANSWERS['event changed'])).toEqual({
    ...{ kind: 'update', eventId, event, made: 1 },
    ifEtag: version.etag,
    sequence: version.sequence,
  });
});

test('an event that changes all the time is left for later', () => {
  const last = { ...CALLS.update, made: 3 };
  expect(step(last, ANSWERS.preconditionFailed)).toEqual({
    kind: 'over',
    outcome: { kind: 'transient', detail: 'the event changes all the time' },
  });
  expect(told(step(last, ANSWERS.updated))).toBe('over: updated');
});

test('other times are not what is wanted', () => {
  const moved = { kind: 'days', from: civilDate('2026-01-01'), until: civilDate('2026-01-02') } as const;
  expect(told(step(CALLS.read, { kind: 'event', event: { ...shown, times: moved } }))).toBe('update');
});
