import type { JobHandlers } from '../application/shared/job-handlers.js';
import type { UseCases } from '../application/composition/use-cases.js';

/** Maps each kind of job to its use cases. */
export function jobHandlers(useCases: UseCases): JobHandlers {
  return {
    'extend-horizons': async () => {
      await useCases.extendHorizons();
      await useCases.drawTurns();
    },
    'depart-guests': () => useCases.departGuests(),
    'fetch-day-calendar': ({ householdId, dayCalendarId: id }) =>
      useCases.fetchDayCalendar({ householdId, id }),
    'fetch-day-calendars': () => useCases.fetchDayCalendars(),
    'skip-missed': async () => {
      await useCases.skipMissed();
      await useCases.declinePassedSwaps();
    },
    'replan-turns': (batch) => useCases.replanNextTurns(batch),
    'continue-bulk-work': (work) => useCases.continueBulkWork(work),
    'continue-service-work': (work) => useCases.continueServiceWork(work),
    'sweep-bulk-work': () => useCases.sweepBulkWork(),
    'mail-password-reset': ({ passwordResetId }) => useCases.mailPasswordReset(passwordResetId),
    'mail-email-proof': ({ emailChangeId }) => useCases.mailEmailProof(emailChangeId),
    'mail-email-refusal': ({ emailChangeId }) => useCases.mailEmailRefusal(emailChangeId),
    'mail-email-changed': ({ emailChangeId }) => useCases.mailEmailChanged(emailChangeId),
    'mail-identity-linked': ({ userId }) => useCases.mailIdentityLinked(userId),
    'mail-invitation': (invitation) => useCases.mailInvitation(invitation),
    notify: (cause) => useCases.notify(cause),
    'notify-all': (news) => useCases.notifyAll(news),
    push: (user) => useCases.pushToUser(user),
    'push-device': (device) => useCases.pushToDevice(device),
    'send-due-notifications': () => runAll([useCases.sendReminders, useCases.sendAgendas]),
    'list-agenda': (agenda) => useCases.listAgenda(agenda),
    'mail-agenda': (agenda) => useCases.mailAgenda(agenda),
    'clear-calendar-connection': ({ connectionId }) => useCases.clearConnection(connectionId),
    'sweep-household-calendar': ({ householdId }) => useCases.sweepHousehold(householdId),
    'pull-household-calendar': ({ householdId }) => useCases.pullHousehold(householdId),
    'synchronise-household-calendar': ({ householdId }) => useCases.synchroniseHousehold(householdId),
    'clear-household-calendar': ({ householdId }) => useCases.deleteOrphanedEvents(householdId),
    'sweep-calendars': () => useCases.sweepAll(),
    'pull-calendars': () => useCases.pullAll(),
    'reconcile-calendars': () => useCases.reconcileAll(),
    'remove-files': (files) => useCases.removeFiles(files),
    'purge-files': () => useCases.purgeFiles(),
    'purge-trash': () => useCases.purgeTrash(),
    'purge-changes': () => useCases.purgeChanges(),
    'purge-operations': () => useCases.purgeOperations(),
    'purge-history': () => useCases.purgeHistory(),
    'purge-expired': async () => {
      await useCases.purgeExpired();
      await useCases.clearOverdueConnections();
    },
  };
}

/** Runs the parts of a job one after the other, also if one fails. Then it throws the first error, if there was one. */
async function runAll(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
