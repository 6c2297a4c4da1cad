import type { JobName, Jobs } from '../../application/shared/job-queue.js';
import * as payloads from './payloads.js';

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

/** Tried for about half a day: mail servers are away for hours, and put off strangers on purpose. */
const MAIL = { ...STANDARD, retryLimit: 16, expireInSeconds: 120 } as const;

/** Tried for a day: after that it is over anyway. */
const PROVIDER = { ...STANDARD, retryLimit: 33, expireInSeconds: 120 } as const;

/** What fails is tried again by the next round; households' calendars do not wait for each other. */
const CALENDAR = { ...STANDARD, concurrency: 2, retryLimit: 3 } as const;

/** All kinds of jobs; a new name in `Jobs` does not compile until it is here. */
export const jobDefinitions: JobDefinitions = {
  'extend-horizons': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'depart-guests': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  // It says itself when it is tried again: the retries are for a service that fails.
  'fetch-day-calendar': {
    ...STANDARD,
    retryLimit: 3,
    accepts: payloads.accepts(payloads.DayCalendarPayload),
  },
  'fetch-day-calendars': { ...STANDARD, concurrency: 1, retryLimit: 0, accepts: payloads.acceptsNothing },
  'skip-missed': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'replan-turns': {
    ...STANDARD,
    accepts: payloads.accepts(payloads.ReplanPayload),
  },
  'continue-bulk-work': {
    ...STANDARD,
    retryDelaySeconds: 1,
    accepts: payloads.accepts(payloads.OperationPayload),
  },
  'continue-service-work': {
    ...STANDARD,
    retryDelaySeconds: 1,
    accepts: payloads.accepts(payloads.ServiceWorkPayload),
  },
  'sweep-bulk-work': { ...STANDARD, concurrency: 1, retryLimit: 0, accepts: payloads.acceptsNothing },
  'mail-password-reset': { ...MAIL, accepts: payloads.accepts(payloads.PasswordResetPayload) },
  'mail-email-proof': { ...MAIL, accepts: payloads.accepts(payloads.EmailChangePayload) },
  'mail-email-refusal': { ...MAIL, accepts: payloads.accepts(payloads.EmailChangePayload) },
  'mail-email-changed': { ...MAIL, accepts: payloads.accepts(payloads.EmailChangePayload) },
  'mail-identity-linked': { ...MAIL, accepts: payloads.accepts(payloads.UserPayload) },
  'mail-invitation': {
    ...MAIL,
    accepts: payloads.accepts(payloads.InvitationPayload),
  },
  notify: { ...STANDARD, accepts: payloads.accepts(payloads.NotifyPayload) },
  'notify-all': { ...STANDARD, accepts: payloads.accepts(payloads.NotifyAllPayload) },
  push: { ...STANDARD, accepts: payloads.accepts(payloads.UserPayload) },
  'push-device': {
    ...STANDARD,
    concurrency: 5,
    accepts: payloads.accepts(payloads.DevicePayload),
  },
  // The next minute's job makes up for one that failed.
  'send-reminders': { ...STANDARD, concurrency: 1, retryLimit: 0, accepts: payloads.acceptsNothing },
  'send-agendas': { ...STANDARD, concurrency: 1, retryLimit: 0, accepts: payloads.acceptsNothing },
  'list-agenda': { ...STANDARD, accepts: payloads.accepts(payloads.AgendaPayload) },
  'mail-agenda': {
    ...MAIL,
    // Of the evening before nobody wants to hear.
    retryLimit: 10,
    accepts: payloads.accepts(payloads.AgendaPayload),
  },
  'clear-calendar-connection': {
    ...PROVIDER,
    accepts: payloads.accepts(payloads.ConnectionPayload),
  },
  'sweep-household-calendar': { ...CALENDAR, accepts: payloads.accepts(payloads.HouseholdPayload) },
  'pull-household-calendar': { ...CALENDAR, accepts: payloads.accepts(payloads.HouseholdPayload) },
  'synchronise-household-calendar': { ...CALENDAR, accepts: payloads.accepts(payloads.HouseholdPayload) },
  'clear-household-calendar': { ...CALENDAR, accepts: payloads.accepts(payloads.HouseholdPayload) },
  'sweep-calendars': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'pull-calendars': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'reconcile-calendars': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'remove-files': {
    ...STANDARD,
    accepts: payloads.accepts(payloads.FilesPayload),
  },
  'purge-files': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'purge-trash': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'purge-history': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'purge-changes': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'purge-operations': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'purge-expired': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
};
