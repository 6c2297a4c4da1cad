import type { JobName, Jobs } from '../../application/shared/job-queue.js';
import * as payloads from './payloads.js';

/** Says how jobs of one kind are validated, run and retried. */
export type JobDefinition<Payload> = {
  /**
   * Returns true for a valid payload. Another version of the program, or a person, may have put the job into the
   * queue.
   */
  readonly accepts: (payload: unknown) => payload is Payload;
  /** How many jobs of this kind one process runs at once, at most. */
  readonly concurrency: number;
  /** How many times a failed job is retried, at most. */
  readonly retryLimit: number;
  /**
   * The shortest pause before the first retry. pg-boss makes each pause longer at random, up to twice as long. Each
   * further pause is about twice as long as the one before, up to `retryDelayMaxSeconds`.
   */
  readonly retryDelaySeconds: number;
  readonly retryDelayMaxSeconds: number;
  /**
   * A job that runs longer than this counts as failed. If the process of the job dies, its missing heartbeat is
   * noticed much sooner.
   */
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

/**
 * Mails are retried for about eight hours. Mail servers can be down for hours, and greylisting rejects unknown
 * senders at first.
 */
const MAIL = { ...STANDARD, retryLimit: 16, expireInSeconds: 120 } as const;

/**
 * Requests to the provider are retried for about a day. After a day, `clearConnection` deletes the tokens in any
 * case.
 */
const PROVIDER = { ...STANDARD, retryLimit: 33, expireInSeconds: 120 } as const;

/**
 * Few retries are needed, because the next scheduled synchronisation repeats work that failed. Two jobs run at once,
 * so that a slow calendar of one household does not delay the others.
 */
const CALENDAR = { ...STANDARD, concurrency: 2, retryLimit: 3 } as const;

/** All kinds of jobs. A new name in `Jobs` is a compile error until it has an entry here. */
export const jobDefinitions: JobDefinitions = {
  'extend-horizons': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  'depart-guests': { ...STANDARD, concurrency: 1, accepts: payloads.acceptsNothing },
  // If a calendar cannot be fetched, the use case stores when to try again. These retries are for failures of our own
  // service.
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
  // If this job fails, the job of the next minute catches up.
  'send-due-notifications': {
    ...STANDARD,
    concurrency: 1,
    retryLimit: 0,
    accepts: payloads.acceptsNothing,
  },
  'list-agenda': { ...STANDARD, accepts: payloads.accepts(payloads.AgendaPayload) },
  'mail-agenda': {
    ...MAIL,
    // Retries end after about two hours, because a late agenda is of little use. On the next day it is not sent any
    // more.
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
