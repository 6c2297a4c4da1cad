import { HmacSealer } from '../../adapters/security/hmac-sealer.js';
import { JwtTokenSigner, type SigningKey } from '../../adapters/security/jwt-token-signer.js';
import { Argon2PasswordHasher } from '../../adapters/security/argon2-password-hasher.js';
import { RandomOpaqueTokens } from '../../adapters/security/random.js';
import { LoggedSecurityEvents } from '../../adapters/logging/security-log.js';
import type { Database } from '../../adapters/postgres/database.js';
import { PostgresRateLimiter } from '../../adapters/postgres/shared/rate-limiter.js';
import { postgresReaders, PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { registerAccount } from '../../application/accounts/register-account.js';
import { createDayCalendar } from '../../application/days/manage-calendars.js';
import { createPause } from '../../application/days/pauses.js';
import { createDisplay } from '../../application/displays/manage-displays.js';
import { pairDisplay } from '../../application/displays/pair-display.js';
import { createCategory } from '../../application/households/categories.js';
import { AsyncLocalOperationContexts } from '../../adapters/operations/async-local-operation-contexts.js';
import { PublishingUnitOfWork } from '../../application/composition/publishing-unit-of-work.js';
import { BEFORE_COMMIT } from '../../application/composition/before-commit.js';
import { acceptInvitation } from '../../application/households/accept-invitation.js';
import { replanAfterMembershipChange } from '../../application/households/after-membership-change.js';
import { createHousehold } from '../../application/households/create-household.js';
import { createInvitation } from '../../application/households/invitations.js';
import { createMember } from '../../application/households/create-member.js';
import { addAbsence } from '../../application/households/edit-absences.js';
import { editMember } from '../../application/households/edit-member.js';
import { notify } from '../../application/notifications/notify.js';
import { savePreferences, showPreferences } from '../../application/notifications/preferences.js';
import { readAllNotifications } from '../../application/notifications/read-notifications.js';
import { contextOf } from '../../application/operations/with-operation.js';
import { purgeOperations } from '../../application/operations/record-operations.js';
import type { MemberCaller } from '../../application/shared/caller.js';
import type { JobQueue, Jobs } from '../../application/shared/job-queue.js';
import type { Logger } from '../../application/shared/ports.js';
import { addItems } from '../../application/shopping/add-items.js';
import { clearChecked, editItem } from '../../application/shopping/edit-list.js';
import { createList } from '../../application/shopping/manage-lists.js';
import { completeOccurrence, skipOccurrence } from '../../application/tasks/complete-occurrence.js';
import { createTask } from '../../application/tasks/create-task.js';
import { drawTurns } from '../../application/series/draw-turns.js';
import { extendHorizons } from '../../application/series/extend-horizons.js';
import { listOccurrences } from '../../application/tasks/queries.js';
import { skipMissed } from '../../application/series/skip-missed.js';
import { createTemplate } from '../../application/templates/manage-templates.js';
import { RepeatableIds, type SimulatedClock } from './simulated-time.js';

/** Refuses to encrypt the addresses of day calendars. The demo household has none, so no key is needed. */
const NO_ADDRESSES = {
  encrypt: (): string => {
    throw new Error('A demo household must not store calendar addresses');
  },
  decrypt: () => null,
  isCurrent: () => true,
};

export type DemoWorld = ReturnType<typeof demoWorld>;

/**
 * Composes the use cases for a demo household, with a simulated clock. Notifications are sent at the simulated time.
 * Other jobs concern the present and would find nothing to do, so they are dropped.
 */
export function demoWorld(
  db: Database,
  {
    clock,
    signingKeys,
    logger,
  }: { clock: SimulatedClock; signingKeys: readonly SigningKey[]; logger: Logger },
) {
  const [ids, operationContexts] = [new RepeatableIds(clock), new AsyncLocalOperationContexts()];
  const queued: Jobs['notify'][] = [];
  const queue: JobQueue = {
    enqueue: (name, payload) => {
      if (name === 'notify') queued.push(payload as Jobs['notify']);
      if (name === 'notify-all') queued.push(...(payload as Jobs['notify-all']).news);
      return Promise.resolve();
    },
  };
  const unitOfWork = new PublishingUnitOfWork(
    new PostgresUnitOfWork(db, () => queue),
    BEFORE_COMMIT,
    {
      publish: () => undefined,
      endAccess: () => undefined,
    },
    { operationContexts, ids, clock },
  );
  /**
   * Runs a use case as if the member had sent a request, so that its changes are recorded as an operation of that
   * member.
   */
  const asRequest =
    <Input extends readonly unknown[], Answer>(work: (caller: MemberCaller, ...input: Input) => Answer) =>
    (caller: MemberCaller, ...input: Input): Answer =>
      operationContexts.run(contextOf(caller, null), () => work(caller, ...input));
  const ports = {
    ...postgresReaders(db),
    unitOfWork,
    clock,
    ids,
    opaqueTokens: new RandomOpaqueTokens(),
    // The person who runs the seed operates the service, so registration is open.
    registration: 'open' as const,
    tokenSigner: new JwtTokenSigner(signingKeys),
    sealer: new HmacSealer(signingKeys),
    passwordHasher: new Argon2PasswordHasher(),
    tokenCipher: NO_ADDRESSES,
    rateLimiter: new PostgresRateLimiter(db, clock),
    securityLog: new LoggedSecurityEvents(logger),
    afterMembershipChange: replanAfterMembershipChange({ clock, ids }),
  };
  const notifyOne = notify({ ...ports, channels: [] });
  return {
    clock,
    registerAccount: registerAccount(ports),
    createHousehold: createHousehold(ports),
    createInvitation: asRequest(createInvitation(ports)),
    acceptInvitation: acceptInvitation(ports),
    createMember: asRequest(createMember(ports)),
    editMember: asRequest(editMember(ports)),
    addAbsence: asRequest(addAbsence(ports)),
    createPause: asRequest(createPause(ports)),
    createCategory: asRequest(createCategory(ports)),
    createTask: asRequest(createTask(ports)),
    listOccurrences: listOccurrences(ports),
    completeOccurrence: asRequest(completeOccurrence(ports)),
    skipOccurrence: asRequest(skipOccurrence(ports)),
    skipMissed: skipMissed(ports),
    purgeOperations: purgeOperations(ports),
    extendHorizons: extendHorizons(ports),
    drawTurns: drawTurns(ports),
    addItems: asRequest(addItems(ports)),
    editItem: asRequest(editItem(ports)),
    clearChecked: asRequest(clearChecked(ports)),
    createList: asRequest(createList(ports)),
    createTemplate: asRequest(createTemplate(ports)),
    createDayCalendar: asRequest(createDayCalendar(ports)),
    createDisplay: asRequest(createDisplay(ports)),
    pairDisplay: pairDisplay(ports),
    showPreferences: showPreferences(ports),
    savePreferences: savePreferences(ports),
    readAllNotifications: asRequest(readAllNotifications(ports)),
    sendNotifications: async () => {
      for (const job of queued.splice(0)) await notifyOne(job);
    },
  };
}
