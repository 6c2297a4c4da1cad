import type { DisplayId, MemberId, UserId, OperationId } from '../../domain/shared/ids.js';
import { addPart } from '../../domain/operations/operation-parts.js';
import type { Operation, OperationKind, UnfinishedWork } from '../../domain/operations/operation.js';
import { listRetired, type JournalEntry } from '../../domain/sync/journal.js';
import { listRemovedPersonal, listSharers } from '../../domain/operations/hidden-rows.js';
import { claimIdempotencyKey } from '../operations/with-operation.js';
import { toOperation, type OperationNotes } from '../operations/record-operations.js';
import { toActivities } from '../history/to-activities.js';
import type { OperationContext, OperationContexts, OperationNote } from '../operations/ports.js';
import { forbidden } from '../shared/errors.js';
import type { Clock, Disk, EventBus, IdGenerator } from '../shared/ports.js';
import type { Transactions } from '../shared/transactions.js';
import type { BeforeCommit, StoreScope, UnitOfWork, UnitOfWorkScope } from './unit-of-work.js';
import { publishAfterCommit } from '../shared/events/after-commit.js';
import type { DomainEvent } from '../shared/events/domain-event.js';

/**
 * The sources for recording operations: the member on whose behalf a transaction runs, ids, the clock and the
 * disk.
 */
export type OperationSources = {
  readonly operationContexts: Pick<OperationContexts, 'current' | 'whenFull'>;
  readonly ids: IdGenerator;
  readonly clock: Clock;
  /** Tells whether the disk of the database is full. Missing if nothing watches the disk. */
  readonly disk?: Disk;
};

/**
 * A unit of work with domain events. Handlers run before the commit, and live streams are notified after it. A
 * transaction that is rolled back publishes nothing. The changes of a member's request are recorded as an
 * operation.
 */
export class PublishingUnitOfWork implements UnitOfWork {
  readonly #store: Transactions<StoreScope>;
  readonly #beforeCommit: readonly BeforeCommit[];
  readonly #bus: Pick<EventBus, 'publish' | 'endAccess'>;
  readonly #sources: OperationSources;

  constructor(
    store: Transactions<StoreScope>,
    beforeCommit: readonly BeforeCommit[],
    bus: Pick<EventBus, 'publish' | 'endAccess'>,
    sources: OperationSources,
  ) {
    this.#store = store;
    this.#beforeCommit = beforeCommit;
    this.#bus = bus;
    this.#sources = sources;
  }

  async run<T>(work: (scope: UnitOfWorkScope) => Promise<T>): Promise<T> {
    const context = this.#sources.operationContexts.current();
    const mayGrow =
      this.#sources.disk?.isFull() !== true || this.#sources.operationContexts.whenFull() === 'allowed';
    const { done, raised, operation } = await this.#store.run(async (store) => {
      // The store may run this function again after a deadlock. Each run begins without events.
      const [events, signedOut]: [DomainEvent[], (UserId | DisplayId)[]] = [[], []];
      const recorder = {
        raise: (event: DomainEvent) => void events.push(event),
        signedOut: (userId: UserId | DisplayId) => void signedOut.push(userId),
      };
      const note = new Note(this.#sources.ids.next<OperationId>(), context && context.actorId);
      const scope: UnitOfWorkScope = Object.assign(store, { events: recorder, operation: note });
      if (!mayGrow) store.quota.refuseGrowth();
      if (context !== null)
        store.quota.setActor(
          { householdId: context.householdId, memberId: context.actorId },
          this.#sources.clock.now(),
        );
      if (context !== null) await claimIdempotencyKey(store, context);
      const result = await work(scope);
      if (events.length > 0) for (const handle of this.#beforeCommit) await handle(store, events, context);
      // The changes are written last, because this locks the change feed: other transactions of the household wait
      // from here on.
      const written = await this.#writeChanges(store, context, note, events);
      return { done: result, raised: { events, signedOut }, operation: written };
    });
    if (operation !== null) context?.done(operation);
    publishAfterCommit(this.#bus, raised);
    return done;
  }

  async #writeChanges(
    store: StoreScope,
    context: OperationContext | null,
    note: Note,
    events: readonly DomainEvent[],
  ): Promise<OperationId | null> {
    const entries = store.journal.entries();
    requireSharedByAuthor(context, entries);
    const removedRows = listRemovedPersonal(entries);
    const activities = toActivities(this.#sources, events, entries, context && note.id);
    // A single history entry, which is the usual case, is inserted together with the changes.
    const isTogether = activities.length === 1 && entries.length > 0 && removedRows.length === 0;
    const activity = isTogether ? (activities[0] ?? null) : null;
    if (activity === null && activities.length > 0) await store.activities.insertAll(activities);
    // As long as a personal row exists, it hides the history entries and operations about it from other members. When
    // it is deleted, these have to name its author themselves to stay hidden.
    for (const removed of removedRows) {
      await store.activities.hideRemoved(removed);
      await store.operations.hideRemoved(removed);
    }
    const retired = listRetired(entries);
    if (retired.length > 0) await store.tasks.retire(retired);
    const operation = context && toOperation(context, entries, note, this.#sources.clock.now());
    if (note.continued !== null) {
      const whole = addPart(note.continued, operation, note.left);
      await store.operations.saveContinued(whole);
      if (entries.length > 0)
        await store.changes.write(entries, { ...whole, idempotencyKey: null }, { isStored: true, activity });
      return whole.id;
    }
    // If the same request runs twice, the second run fails when it inserts its operation, because the idempotency key
    // is unique. The operation is inserted before the change feed is locked, so that the second run does not wait for
    // that lock. A request with `answerKeptFor` has claimed its key at the start of the transaction, so it cannot run
    // twice. Its operation is inserted together with the changes.
    const mayRunTwice =
      operation !== null &&
      operation.idempotencyKey !== null &&
      operation.idempotencyKey.answerKeptFor === undefined;
    const isStored = operation !== null && (mayRunTwice || entries.length === 0);
    if (isStored) await store.operations.insert(operation);
    if (entries.length > 0) await store.changes.write(entries, operation, { isStored, activity });
    return operation && operation.id;
  }
}

/**
 * Rejects a transaction that shares a personal row, unless the author of the row does it. Use cases check this too.
 * This check covers every transaction: requests, undo and jobs.
 */
function requireSharedByAuthor(context: OperationContext | null, journal: readonly JournalEntry[]): void {
  if (listSharers(journal).some((author) => author !== context?.actorId))
    throw forbidden('NOT_THE_AUTHOR', 'Only the creator of a personal task may share it');
}

class Note implements OperationNote, OperationNotes {
  id: OperationId;
  readonly by: MemberId | null;
  kind: OperationKind | null = null;
  undone: OperationId | null = null;
  params: Operation['params'] = {};
  left: UnfinishedWork | null = null;
  continued: Operation | null = null;

  constructor(id: OperationId, by: MemberId | null) {
    this.id = id;
    this.by = by;
  }

  is(kind: OperationKind, params: Operation['params'] = {}): void {
    this.kind = kind;
    this.params = { ...this.params, ...params };
  }

  leaves(work: UnfinishedWork): void {
    this.left = work;
  }

  continues(operation: Operation, left: UnfinishedWork | null): void {
    this.id = operation.id;
    this.continued = operation;
    this.left = left;
  }

  undoes(operation: OperationId): void {
    this.kind = 'UNDONE';
    this.undone = operation;
  }

  shows(ids: readonly string[], params: Operation['params'] = {}): void {
    this.params = { ...this.params, ...params, ids };
  }
}
