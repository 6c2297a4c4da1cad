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

/** Of a request with an Idempotency-Key: who sent it by which credential, and what it asked for. */
export type IdempotencyKey = {
  /** The session, or the token, that the key belongs to. */
  readonly credential: string;
  readonly key: string;
  readonly fingerprint: string;
  /** The account to which the answer is given again for a day; absent: a repetition is answered with what is there now. */
  readonly answerKeptFor?: UserId;
};

/** What a repetition finds under its key: `fingerprint` is that of the request which the operation was made by. */
export type EarlierRequest = { readonly operation: ListedOperation; readonly fingerprint: string };

/** Thrown by the transaction whose mark another one has written first: nothing of it remains. */
export class IdempotencyKeyTaken extends ApplicationError {
  constructor() {
    super('IDEMPOTENCY_IN_PROGRESS', 'A request with this key is in progress', { retryInMs: 1_000 });
  }
}

/** An operation as it is kept, with the mark by which a repetition is known. */
export type KeyedOperation = Operation & { readonly idempotencyKey: IdempotencyKey | null };

/** A request of a person that may change something: what its transactions do is theirs. */
export type OperationContext = {
  readonly actorId: MemberId;
  readonly householdId: HouseholdId;
  readonly idempotencyKey: IdempotencyKey | null;
  /** Absent: by the actor themselves. */
  readonly via?: Via | null;
  /** Called after the commit of each transaction that changed something. */
  readonly done: (operation: OperationId) => void;
};

/** On whose behalf work is done; in a job it is nobody's. */
export interface OperationContexts {
  /** Transactions of `work`, and of what it waits for, are operations of the act. */
  run<T>(act: OperationContext, work: () => T): T;
  /** Runs work of the service itself: it is nobody's operation, even if a member has asked for it. */
  withoutOperation<T>(work: () => T): T;
  /** Applies this decision to all transactions of `work` if the disk is full. */
  withDiskPolicy<T>(whenFull: WhenFull, work: () => T): T;
  current(): OperationContext | null;
  /** Returns the decision about the operation that is being carried out. Work of the service itself is measured. */
  whenFull(): WhenFull;
}

/** What a use case says of the operation that its transaction is going to be. */
export interface OperationNote {
  readonly id: OperationId;
  /** Whose it is; null: nobody's, the service does it by itself. */
  readonly by: MemberId | null;
  /** Where the rows alone do not tell, or nothing is changed that clients keep copies of: `params` tell what, then. */
  is(kind: OperationKind, params?: Operation['params']): void;
  undoes(operation: OperationId): void;
  /** This is the first transaction of several: what is left to do after it. */
  leaves(work: UnfinishedWork): void;
  /** This transaction is a further one of that operation, which it has locked; `left`: null when it is the last. */
  continues(operation: Operation, left: UnfinishedWork | null): void;
  /**
   * The rows that its answer shows, in their order, so that a repetition is answered with them: `params.ids`, beside
   * other parameters.
   */
  shows(ids: readonly string[], params?: Operation['params']): void;
}

/** Where something is left to do, and in whose name. */
export type UnfinishedOperation = {
  readonly householdId: HouseholdId;
  readonly operationId: OperationId;
  readonly actorId: MemberId;
};

/** What the viewer may not know of is absent: what is PERSONAL is its author's. */
export interface OperationReader {
  find(householdId: HouseholdId, id: OperationId, viewer: MemberId): Promise<Operation | null>;
  /** What the actor did with that key; null: nothing. Also where others alone may know of it since. */
  findByIdempotencyKey(
    householdId: HouseholdId,
    actorId: MemberId,
    mark: Pick<IdempotencyKey, 'credential' | 'key'>,
  ): Promise<EarlierRequest | null>;
  /** Newest first; sort key: that of `operationKey`. */
  list(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<ListedOperation>>;
  /**
   * The operations that touched rows last, by the id of the row, as long as they are listed; of a row none where the viewer
   * may not know of it.
   */
  lastOn(
    householdId: HouseholdId,
    rows: readonly { readonly kind: SyncedKind; readonly id: string }[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<string, Pick<Operation, 'id' | 'actorId' | 'at'>>>;
  /**
   * The operations that put occurrences into the trash, by the id of the occurrence: the latest that holds, as long as
   * there is kept how to take it back, and of those that the viewer may know of.
   */
  trashedBy(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<OccurrenceId, OperationId>>;
}

export interface OperationRepository extends OperationReader {
  /** {@link IdempotencyKeyTaken} where its mark is there already. */
  insert(operation: KeyedOperation): Promise<void>;
  /** Frees the key that the operation bears. */
  forgetIdempotencyKey(householdId: HouseholdId, id: OperationId): Promise<void>;
  /** null: it is in force again. */
  /** Locked until the transaction ends; null: it is unknown, or nothing of it is left to do. */
  findUnfinishedForUpdate(householdId: HouseholdId, id: OperationId): Promise<Operation | null>;
  /** Writes what a further transaction of it has changed: counts, how to take it back, and what is left. */
  saveContinued(operation: Operation): Promise<void>;
  /** At most so many, of all households, that began before then and of which something is left to do. */
  listUnfinished(before: Instant, limit: number): Promise<readonly UnfinishedOperation[]>;
  markUndone(householdId: HouseholdId, id: OperationId, undoneBy: OperationId | null): Promise<void>;
  /**
   * Forgets what only a member who leaves could see: their operations and those about their personal tasks. Of the
   * others, an inverse that holds the member's former name goes, and an inverse that holds personal rows of theirs loses
   * these (`withoutPersonalRows`).
   */
  forgetMember(householdId: HouseholdId, member: MemberId): Promise<void>;
  /** As `ActivityRepository.hideRemoved`, for operations. */
  hideRemoved(removed: RemovedPersonal): Promise<void>;
  /** Forgets how to take back at most `limit` of those that cannot be any more; gives how many. */
  forgetInverses(now: Instant, limit: number): Promise<number>;
  /**
   * Forgets, of the households behind that one and at most so many of them, how to take back the oldest ones where more than
   * so many bytes are kept of that, as they are stored; they have expired from `now` on. Gives the last household that was
   * looked at; null: none is left.
   */
  forgetInversesBeyond(
    bytes: number,
    now: Instant,
    households: { readonly after: HouseholdId | null; readonly limit: number },
  ): Promise<HouseholdId | null>;
  /** Those of which it is kept how to take back a calendar of days, behind that one by id, of all households; locked. */
  ofDayCalendarsForUpdate(
    after: OperationId | null,
    limit: number,
  ): Promise<readonly Pick<Operation, 'householdId' | 'id' | 'inverse'>[]>;
  saveInverse(operation: Pick<Operation, 'householdId' | 'id' | 'inverse'>): Promise<void>;
  /** Deletes at most `limit` from before then; gives how many. */
  purge(before: Instant, limit: number): Promise<number>;
}
