import { NOTIFICATION_TYPES } from '../../domain/notifications/notification.js';
import type {
  JobName,
  Jobs,
  NotifiedAmong,
  NotifiedFurther,
  ReplannedFurther,
} from '../../application/shared/job-queue.js';
import { isUuid } from '../../domain/shared/ids.js';

/** How one kind of job is kept and run. */
export type JobDefinition<Payload> = {
  /** What comes out of the queue may have been put there by another version of the program, or by hand. */
  readonly accepts: (payload: unknown) => payload is Payload;
  /** How many of them one process runs at once. */
  readonly concurrency: number;
  /** How often it is tried again after a failure. */
  readonly retryLimit: number;
  /** The pause before the first retry; each further one is about twice as long, up to the longest. */
  readonly retryDelaySeconds: number;
  readonly retryDelayMaxSeconds: number;
  /** Whoever takes longer counts as failed. A process that died is noticed much sooner, by its heartbeat. */
  readonly expireInSeconds: number;
};

export type JobDefinitions = { readonly [Name in JobName]: JobDefinition<Jobs[Name]> };

const STANDARD = {
  concurrency: 2,
  retryLimit: 10,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3_600,
  expireInSeconds: 900,
} as const;

type Check = (value: unknown) => boolean;

export const isText = (value: unknown): value is string => typeof value === 'string';
const id: Check = (value) => isText(value) && isUuid(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const arrayOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const oneOf =
  (known: readonly unknown[]): Check =>
  (value) =>
    known.includes(value);

/** Tried for about half a day: mail servers are away for hours, and put off strangers on purpose. */
const MAIL = { ...STANDARD, retryLimit: 16, expireInSeconds: 120 } as const;

/** Tried for a day: after that it is over anyway. */
const PROVIDER = { ...STANDARD, retryLimit: 33, expireInSeconds: 120 } as const;

type OfHousehold = Jobs['sweep-household-calendar'];
/** What fails is tried again by the next round; households' calendars do not wait for each other. */
const CALENDAR = { ...STANDARD, concurrency: 2, retryLimit: 3 } as const;

const DEVICE = fields({ userId: id, deviceId: id });
const TRIED_DEVICE = fields({ userId: id, deviceId: id, attempts: Number.isInteger });

const NEWS = fields<Jobs['notify'], NotifiedFurther>(
  {
    householdId: id,
    type: oneOf(NOTIFICATION_TYPES),
    actorId: orNull(id),
    recipientIds: orNull(arrayOf(id)),
    exceptIds: arrayOf(id),
    occurrenceId: orNull(id),
    subjectId: orNull(id),
    cause: isText,
  },
  {
    yours: (value) => typeof value === 'boolean',
    among: fields<NotifiedAmong>({
      count: Number.isInteger,
      nextIds: arrayOf(id),
      dates: arrayOf(isText),
    }),
    removedFrom: id,
    before: fields<NonNullable<NotifiedFurther['before']>>({ date: orNull(isText), time: orNull(isText) }),
  },
);

/** What else work has depends on its kind. */
const isUnfinishedWork: Check = (value) => {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, done, total } = value as Record<string, unknown>;
  return isText(kind) && Number.isInteger(done) && Number.isInteger(total);
};

/** All kinds of jobs; a new name in `Jobs` does not compile until it is here. */
export const jobDefinitions: JobDefinitions = {
  'extend-horizons': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'depart-guests': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  // It says itself when it is tried again: the retries are for a service that fails.
  'fetch-day-calendar': {
    ...STANDARD,
    retryLimit: 3,
    accepts: fields<Jobs['fetch-day-calendar']>({ householdId: id, dayCalendarId: id }),
  },
  'fetch-day-calendars': { ...STANDARD, concurrency: 1, retryLimit: 0, accepts: fields({}) },
  'skip-missed': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'replan-turns': {
    ...STANDARD,
    accepts: fields<Jobs['replan-turns'], ReplannedFurther>(
      { householdId: id, memberId: id, after: id },
      { toldIds: arrayOf(id) },
    ),
  },
  'continue-bulk-work': {
    ...STANDARD,
    retryDelaySeconds: 1,
    accepts: fields<Jobs['continue-bulk-work']>({ householdId: id, operationId: id, actorId: id }),
  },
  'continue-service-work': {
    ...STANDARD,
    retryDelaySeconds: 1,
    accepts: fields<Jobs['continue-service-work']>({ householdId: id, work: isUnfinishedWork }),
  },
  'sweep-bulk-work': { ...STANDARD, concurrency: 1, retryLimit: 0, accepts: fields({}) },
  'mail-password-reset': { ...MAIL, accepts: fields<Jobs['mail-password-reset']>({ passwordResetId: id }) },
  'mail-email-proof': { ...MAIL, accepts: fields<Jobs['mail-email-proof']>({ emailChangeId: id }) },
  'mail-email-refusal': { ...MAIL, accepts: fields<Jobs['mail-email-refusal']>({ emailChangeId: id }) },
  'mail-email-changed': { ...MAIL, accepts: fields<Jobs['mail-email-changed']>({ emailChangeId: id }) },
  'mail-identity-linked': { ...MAIL, accepts: fields<Jobs['mail-identity-linked']>({ userId: id }) },
  'mail-invitation': {
    ...MAIL,
    accepts: fields<Jobs['mail-invitation']>({ householdId: id, invitationId: id }),
  },
  notify: { ...STANDARD, accepts: NEWS },
  'notify-all': { ...STANDARD, accepts: fields<Jobs['notify-all']>({ news: arrayOf(NEWS) }) },
  push: { ...STANDARD, accepts: fields<Jobs['push']>({ userId: id }) },
  'push-device': {
    ...STANDARD,
    concurrency: 5,
    accepts: (payload): payload is Jobs['push-device'] => DEVICE(payload) || TRIED_DEVICE(payload),
  },
  // The next minute's job makes up for one that failed.
  'send-reminders': { ...STANDARD, concurrency: 1, retryLimit: 0, accepts: fields({}) },
  'send-agendas': { ...STANDARD, concurrency: 1, retryLimit: 0, accepts: fields({}) },
  'list-agenda': { ...STANDARD, accepts: fields<Jobs['list-agenda']>({ userId: id, date: isText }) },
  'mail-agenda': {
    ...MAIL,
    // Of the evening before nobody wants to hear.
    retryLimit: 10,
    accepts: fields<Jobs['mail-agenda']>({ userId: id, date: isText }),
  },
  'clear-calendar-connection': {
    ...PROVIDER,
    accepts: fields<Jobs['clear-calendar-connection']>({ connectionId: id }),
  },
  'sweep-household-calendar': { ...CALENDAR, accepts: fields<OfHousehold>({ householdId: id }) },
  'pull-household-calendar': { ...CALENDAR, accepts: fields<OfHousehold>({ householdId: id }) },
  'synchronise-household-calendar': { ...CALENDAR, accepts: fields<OfHousehold>({ householdId: id }) },
  'clear-household-calendar': { ...CALENDAR, accepts: fields<OfHousehold>({ householdId: id }) },
  'sweep-calendars': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'pull-calendars': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'reconcile-calendars': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'remove-files': {
    ...STANDARD,
    accepts: fields<Jobs['remove-files']>({ householdId: id, fileIds: orNull(arrayOf(id)) }),
  },
  'purge-files': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'purge-trash': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'purge-history': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'purge-changes': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'purge-operations': { ...STANDARD, concurrency: 1, accepts: fields({}) },
  'purge-expired': { ...STANDARD, concurrency: 1, accepts: fields({}) },
};

/** Accepts exactly these fields, and those that may be absent. */
export function fields<Payload extends object, Further extends object = object>(
  checks: { readonly [Field in Exclude<keyof Payload, keyof Further>]: Check },
  further: { readonly [Field in keyof Further]-?: Check } = {} as never,
) {
  const known = Object.entries<Check>(checks);
  const others = Object.entries<Check>(further);
  return (payload: unknown): payload is Payload => {
    if (typeof payload !== 'object' || payload === null) return false;
    const valueOf = (name: string) => payload[name as keyof typeof payload] as unknown;
    const there = others.filter(([name]) => Object.hasOwn(payload, name));
    return (
      Object.keys(payload).length === known.length + there.length &&
      known.every(([name, check]) => Object.hasOwn(payload, name) && check(valueOf(name))) &&
      there.every(([name, check]) => check(valueOf(name)))
    );
  };
}
