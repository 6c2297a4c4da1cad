import type { WhenFull } from '../policy/operations.js';
import { ApplicationError } from '../shared/errors.js';
import type { RemovedPersonal } from '../../domain/operations/hidden-rows.js';
import type { HouseholdId, MemberId, OccurrenceId, OperationId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { SyncedKind } from '../../domain/sync/journal.js';
import type {
  ListedOperation,
  Operation,
  OperationKind,
  UnfinishedWork,
  Via,
} from '../../domain/operations/operation.js';

/** The Idempotency-Key of a request, the scope in which it is unique, and a fingerprint of the request. */
export type IdempotencyKey = {
  /**
   * The scope in which the key is unique: the id of a session, the operationId of a route (for keys of an account), or
   * `commands`.
   */
  readonly credential: string;
  readonly key: string;
  readonly fingerprint: string;
  /**
   * The account to which the first answer is replayed for a day. If it is missing, a repeated request is
   * answered with the current state.
   */
  readonly answerKeptFor?: UserId;
};

/** The stored data about the first request with a key. At least one of `operation` and `answer` is set. */
export type EarlierRequest = {
  readonly fingerprint: string;
  /** When the request was carried out. */
  readonly at: Instant;
  /** null if only the answer is stored, or if the operation was deleted. */
  readonly operation: ListedOperation | null;
  /** The stored answer. null if there is none, or if it has expired. */
  readonly answer: unknown;
};

/** Returns the error for a transaction whose idempotency key another transaction uses or has stored. */
export const idempotencyInProgress = () =>
  new ApplicationError(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this Idempotency-Key is in progress. Repeat the request after Retry-After',
    { retryInMs: 1_000 },
  );

/** An operation as it is stored, with the idempotency key that identifies a repeated request. */
export type KeyedOperation = Operation & { readonly idempotencyKey: IdempotencyKey | null };

/** A request that may change a household. Its transactions are recorded as operations of the actor. */
export type OperationContext = {
  readonly actorId: MemberId;
  readonly householdId: HouseholdId;
  readonly idempotencyKey: IdempotencyKey | null;
  /**
   * False if the household was not linked to a calendar when the request began. Missing means unknown, as in jobs and
   * requests of displays.
   */
  readonly hasCalendarLink?: boolean | undefined;
  /** The display or token through which the actor acted. Missing or null means that the actor acted directly. */
  readonly via?: Via | null;
  /** A function that is called after the commit of each transaction that changed something. */
  readonly done: (operation: OperationId) => void;
};

/**
 * Passes the context of a request to all asynchronous work that it starts. A job has no context, unless it continues
 * an operation.
 */
export interface OperationContexts {
  /**
   * Runs `work` with this context. Every transaction that it starts and that changes something is recorded as an
   * operation of the actor.
   */
  run<T>(operation: OperationContext, work: () => T): T;
  /** Runs work of the service itself. It is recorded for no member, even if a member's request started it. */
  withoutOperation<T>(work: () => T): T;
  /** Sets how the transactions of `work` are handled while the disk is full. */
  withDiskPolicy<T>(whenFull: WhenFull, work: () => T): T;
  /** Returns the context of the current request. Returns null for work of the service itself. */
  current(): OperationContext | null;
  /**
   * Returns how the current transaction is handled while the disk is full, as set by {@link withDiskPolicy}. Returns
   * 'measured' for work of the service itself: it is refused only if it adds data.
   */
  whenFull(): WhenFull;
}

/** Lets a use case describe the operation that its transaction becomes. */
export interface OperationNote {
  readonly id: OperationId;
  /** The member who acts. null means that the service acts by itself. */
  readonly by: MemberId | null;
  /**
   * Sets the kind and parameters of the operation. Needed if they do not follow from the changed rows, or if no
   * synchronised row changes.
   */
  is(kind: OperationKind, params?: Operation['params']): void;
  /** Records that this transaction undoes that operation. */
  undoes(operation: OperationId): void;
  /** Marks this transaction as the first of several, and stores the remaining work. */
  leaves(work: UnfinishedWork): void;
  /**
   * Records this transaction as a further one of `operation`, which it has locked. `left` is the remaining work, or
   * null if this is the last transaction.
   */
  continues(operation: Operation, left: UnfinishedWork | null): void;
  /**
   * Stores the ids of the rows that the answer shows, in their order, as `params.ids`. A repeated request is
   * answered with these rows.
   */
  shows(ids: readonly string[], params?: Operation['params']): void;
}

/** An unfinished operation, and the member in whose name it continues. */
export type UnfinishedOperation = {
  readonly householdId: HouseholdId;
  readonly operationId: OperationId;
  readonly actorId: MemberId;
};

/** Reads operations as the viewer may see them. Operations on PERSONAL rows are visible to the author only. */
export interface OperationReader {
  find(householdId: HouseholdId, id: OperationId, viewer: MemberId): Promise<Operation | null>;
  /**
   * Returns the request that the actor made with this key, or null. It also finds an operation that has become
   * invisible to the actor. The answer for the account `answerKeptFor` is included if it was stored after `keptAfter`.
   */
  findByIdempotencyKey(
    householdId: HouseholdId,
    actorId: MemberId,
    key: Pick<IdempotencyKey, 'credential' | 'key' | 'answerKeptFor'>,
    keptAfter?: Instant,
  ): Promise<EarlierRequest | null>;
  /** Lists operations, newest first. Sort key: `operationKey`. */
  list(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<ListedOperation>>;
  /**
   * Returns, by the id of the row, the last operation that changed it. A row has no entry if the viewer may not see
   * that operation.
   */
  lastOn(
    householdId: HouseholdId,
    rows: readonly { readonly kind: SyncedKind; readonly id: string }[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<string, Pick<Operation, 'id' | 'actorId' | 'at'>>>;
  /**
   * Returns the operations that moved occurrences into the trash, by the id of the occurrence: the latest one that is
   * not undone, whose inverse is still stored, and that the viewer may see.
   */
  trashedBy(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<OccurrenceId, OperationId>>;
}

export interface OperationRepository extends OperationReader {
  /** Throws {@link idempotencyInProgress} if an operation with this idempotency key exists already. */
  insert(operation: KeyedOperation): Promise<void>;
  /** Removes the idempotency key of the operation, so that the key can be used again. */
  forgetIdempotencyKey(householdId: HouseholdId, id: OperationId): Promise<void>;
  /** Locks and returns the operation until the transaction ends. Returns null if it does not exist or is finished. */
  findUnfinishedForUpdate(householdId: HouseholdId, id: OperationId): Promise<Operation | null>;
  /**
   * Saves the effect of a further transaction: the counts, the inverse, the end of the undo period, and the remaining
   * work.
   */
  saveContinued(operation: Operation): Promise<void>;
  /** Returns at most `limit` unfinished operations of all households that started before `before`, oldest first. */
  listUnfinished(before: Instant, limit: number): Promise<readonly UnfinishedOperation[]>;
  markUndone(householdId: HouseholdId, id: OperationId, undoneBy: OperationId | null): Promise<void>;
  /**
   * Removes data that only the leaving member may see.
   *
   * - Operations that only they can see, or that are about their personal tasks, are deleted.
   * - Other operations that contain a change of this member lose their inverse, because it contains the member's
   * former data. They can no longer be undone.
   * - Their personal rows are removed from all other inverses (`withoutPersonalRows`).
   */
  forgetMember(householdId: HouseholdId, member: MemberId): Promise<void>;
  /**
   * Makes operations about deleted personal rows visible to their author only, as `ActivityRepository.hideRemoved`
   * does for history entries.
   */
  hideRemoved(removed: RemovedPersonal): Promise<void>;
  /**
   * Deletes the data for undo (inverses) of at most `limit` operations that can no longer be undone. Returns their
   * number.
   */
  forgetInverses(now: Instant, limit: number): Promise<number>;
  /**
   * Deletes the oldest data for undo (inverses) of households that store more than `bytes` of it, for the next
   * `households.limit` households after `households.after`. Undo of these operations expires at `now`. Returns the
   * last household that was checked, or null after the last one.
   */
  forgetInversesBeyond(
    bytes: number,
    now: Instant,
    households: { readonly after: HouseholdId | null; readonly limit: number },
  ): Promise<HouseholdId | null>;
  /**
   * Locks and returns at most `limit` operations of all households whose inverse contains a day calendar, in id
   * order after `after`.
   */
  ofDayCalendarsForUpdate(
    after: OperationId | null,
    limit: number,
  ): Promise<readonly Pick<Operation, 'householdId' | 'id' | 'inverse'>[]>;
  saveInverse(operation: Pick<Operation, 'householdId' | 'id' | 'inverse'>): Promise<void>;
  /** Deletes at most `limit` operations from before `before`. Returns their number. */
  purge(before: Instant, limit: number): Promise<number>;
}
