import {
  idempotencyInProgress,
  type IdempotencyKey,
  type EarlierRequest,
  type KeyedOperation,
  type OperationRepository,
  type UnfinishedOperation,
} from '../../../../application/operations/ports.js';
import { withoutPersonalRows } from '../../../../domain/operations/forget-personal.js';
import type { RemovedPersonal } from '../../../../domain/operations/hidden-rows.js';
import type { RowInverse } from '../../../../domain/operations/inverse.js';
import {
  operationKey,
  toListed,
  type ListedOperation,
  type Operation,
} from '../../../../domain/operations/operation.js';
import type { HouseholdId, MemberId, OccurrenceId, OperationId } from '../../../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import type { SyncedKind } from '../../../../domain/sync/journal.js';
import { pageFrom } from '../page.js';
import { toKey, InMemoryRepository } from '../store.js';
import { reappearPredicate, listHiddenFrom, listPersonalTo } from '../tasks/personal-rows.js';
import { omit } from '../../../../domain/shared/json.js';

export class InMemoryOperationRepository extends InMemoryRepository implements OperationRepository {
  async find(householdId: HouseholdId, id: OperationId, viewer: MemberId): Promise<Operation | null> {
    return this.#seenBy(householdId, viewer).find((one) => one.id === id) ?? null;
  }

  async findByIdempotencyKey(
    householdId: HouseholdId,
    actorId: MemberId,
    { credential, key, answerKeptFor }: Pick<IdempotencyKey, 'credential' | 'key' | 'answerKeptFor'>,
    keptAfter: Instant = 0,
  ): Promise<EarlierRequest | null> {
    const found = this.#ofKey(householdId, actorId, { credential, key });
    const operation = found === undefined ? null : toListed(found.one);
    const stored =
      answerKeptFor && this.store.idempotencyKeys.get(toKey(answerKeptFor, householdId, credential, key));
    if (stored !== undefined && stored.keptAt > keptAfter) {
      const { fingerprint, keptAt, response } = stored;
      return { fingerprint, at: keptAt, operation, answer: response };
    }
    return found === undefined
      ? null
      : { fingerprint: found.fingerprint, at: found.one.at, operation, answer: null };
  }

  #ofKey(
    householdId: HouseholdId,
    actorId: MemberId,
    { credential, key }: Pick<IdempotencyKey, 'credential' | 'key'>,
  ) {
    for (const one of this.store.operations.filter(
      (operation) => operation.householdId === householdId && operation.actorId === actorId,
    )) {
      const stored = this.store.operationKeys.get(toKey(householdId, one.id));
      if (stored?.credential === credential && stored.key === key)
        return { one, fingerprint: stored.fingerprint };
    }
    return undefined;
  }

  async list(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<ListedOperation>> {
    const listed = this.#seenBy(householdId, viewer).map(toListed);
    return pageFrom(listed, page, operationKey);
  }

  async lastOn(
    householdId: HouseholdId,
    rows: readonly { readonly kind: SyncedKind; readonly id: string }[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<string, Operation>> {
    const seen = new Map<string, Operation>(this.#seenBy(householdId, viewer).map((one) => [one.id, one]));
    const last = rows.flatMap(({ kind, id }): [string, Operation][] =>
      this.store.changeEntries
        .filter((one) => one.householdId === householdId && one.kind === kind && one.id === id)
        .filter(({ audience }) => audience === null || audience === viewer)
        .flatMap(({ operationId }) => seen.get(operationId ?? '') ?? [])
        .toSorted((a, b) => a.at - b.at)
        .map((operation) => [id, operation]),
    );
    return new Map(last);
  }

  async trashedBy(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<OccurrenceId, OperationId>> {
    const newestFirst = this.#seenBy(householdId, viewer).toReversed();
    const trashed = ids.flatMap((id): [OccurrenceId, OperationId][] => {
      const operation = newestFirst.find(
        ({ inverse, undoneBy }) =>
          undoneBy === null &&
          inverse?.some(
            (row) =>
              row.kind === 'occurrence' &&
              row.id === id &&
              row.did === 'changed' &&
              row.fields['deletedAt']?.before === null,
          ),
      );
      return operation === undefined ? [] : [[id, operation.id]];
    });
    return new Map(trashed);
  }

  async insert({ idempotencyKey, ...operation }: KeyedOperation): Promise<void> {
    const { householdId, actorId } = operation;
    if (idempotencyKey !== null && this.#ofKey(householdId, actorId, idempotencyKey) !== undefined)
      throw idempotencyInProgress();
    const key = toKey(householdId, operation.id);
    this.store.operations.set(key, operation);
    if (idempotencyKey !== null) this.store.operationKeys.set(key, idempotencyKey);
  }

  forgetIdempotencyKey(householdId: HouseholdId, id: OperationId): Promise<void> {
    this.store.operationKeys.delete(toKey(householdId, id));
    return Promise.resolve();
  }

  async findUnfinishedForUpdate(householdId: HouseholdId, id: OperationId): Promise<Operation | null> {
    const found = this.store.operations.get(toKey(householdId, id));
    return found?.work === undefined ? null : found;
  }

  async saveContinued({ householdId, id, ...fields }: Operation): Promise<void> {
    const { counts, inverse, undoUntil, work, progress } = fields;
    this.store.operations.update(toKey(householdId, id), (one) => ({
      ...omit(one, 'work', 'progress'),
      counts,
      inverse,
      undoUntil,
      ...(work && { work, progress }),
    }));
  }

  async listUnfinished(before: Instant, limit: number): Promise<readonly UnfinishedOperation[]> {
    return this.store.operations
      .filter(({ work, at }) => work !== undefined && at < before)
      .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
      .slice(0, limit)
      .map(({ householdId, id, actorId }) => ({ householdId, operationId: id, actorId }));
  }

  async markUndone(householdId: HouseholdId, id: OperationId, undoneBy: OperationId | null): Promise<void> {
    this.store.operations.update(toKey(householdId, id), (one) => ({ ...one, undoneBy }));
  }

  async forgetMember(householdId: HouseholdId, member: MemberId): Promise<void> {
    const { operations } = this.store;
    const personal = listPersonalTo(member, householdId, this.store);
    operations.deleteWhere(
      (one) => one.householdId === householdId && (one.onlyFor === member || personal.isAbout(one)),
    );
    const isOf = (row: RowInverse) => row.kind === 'member' && row.id === member;
    operations.updateWhere(
      (one) => one.householdId === householdId && one.inverse !== null,
      (one) =>
        one.inverse?.some(isOf) === true
          ? { ...one, inverse: null, undoUntil: null }
          : withoutPersonalRows(one, { member, personal: personal.all() }),
    );
  }

  async hideRemoved(removed: RemovedPersonal): Promise<void> {
    this.store.operations.updateWhere(reappearPredicate(removed, this.store), (one) => ({
      ...one,
      onlyFor: removed.author,
    }));
  }

  async ofDayCalendarsForUpdate(after: OperationId | null, limit: number) {
    return this.store.operations
      .filter(({ inverse }) => inverse?.some(({ kind }) => kind === 'dayCalendar') === true)
      .filter(({ id }) => after === null || id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async saveInverse({
    householdId,
    id,
    inverse,
  }: Pick<Operation, 'householdId' | 'id' | 'inverse'>): Promise<void> {
    this.store.operations.update(toKey(householdId, id), (one) => ({ ...one, inverse }));
  }

  async forgetInverses(now: Instant, limit: number): Promise<number> {
    const old = this.store.operations
      .filter(({ inverse, undoUntil }) => inverse !== null && undoUntil !== null && undoUntil <= now)
      .slice(0, limit);
    for (const one of old)
      this.store.operations.set(toKey(one.householdId, one.id), { ...one, inverse: null });
    return old.length;
  }

  async forgetInversesBeyond(
    bytes: number,
    now: Instant,
    { after, limit }: { readonly after: HouseholdId | null; readonly limit: number },
  ): Promise<HouseholdId | null> {
    const households = this.store.households
      .filter(({ id }) => after === null || id > after)
      .map(({ id }) => id)
      .toSorted()
      .slice(0, limit);
    for (const household of households) {
      let kept = 0;
      const newestFirst = this.store.operations
        .filter(({ householdId, inverse }) => householdId === household && inverse !== null)
        .toSorted((one, other) => other.at - one.at);
      for (const one of newestFirst) {
        kept += JSON.stringify(one.inverse).length;
        if (kept <= bytes) continue;
        this.store.operations.set(toKey(household, one.id), { ...one, inverse: null, undoUntil: now });
      }
    }
    return households.at(-1) ?? null;
  }

  async purge(before: Instant, limit: number): Promise<number> {
    return this.store.operations.deleteWhere(({ at }) => at < before, limit);
  }

  #seenBy(householdId: HouseholdId, viewer: MemberId): Operation[] {
    const hidden = listHiddenFrom(viewer, householdId, this.store);
    return this.store.operations.filter(
      (one) =>
        one.householdId === householdId &&
        (one.onlyFor === null || one.onlyFor === viewer) &&
        !hidden.isAbout(one),
    );
  }
}
