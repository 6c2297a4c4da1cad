import { categoryMissing, householdNotFound } from '../../application/errors.js';
import type { OccurrenceRepository } from '../../application/ports/occurrence-repository.js';
import type { HouseholdId, MemberId, OccurrenceId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import { isPersonalOf, loses, withoutMember } from '../../domain/tasks/departure.js';
import { isVisibleTo, type Occurrence } from '../../domain/tasks/occurrence.js';
import { isListed, keyFor, trashKey, type OccurrenceQuery } from '../../domain/tasks/views.js';
import { pageFrom } from './page.js';
import { keyOf, type Store } from './store.js';

export class InMemoryOccurrenceRepository implements OccurrenceRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(householdId: HouseholdId, id: OccurrenceId, viewer: UserId): Promise<Occurrence | null> {
    const occurrence = this.#store.occurrences.get(keyOf(householdId, id));
    return Promise.resolve(occurrence !== undefined && isVisibleTo(occurrence, viewer) ? occurrence : null);
  }

  findForUpdate(householdId: HouseholdId, id: OccurrenceId, viewer: UserId): Promise<Occurrence | null> {
    return this.find(householdId, id, viewer);
  }

  list(householdId: HouseholdId, query: OccurrenceQuery, page: PageRequest): Promise<Page<Occurrence>> {
    const listed = this.#store.occurrences.filter(
      (one) => one.householdId === householdId && isListed(one, query),
    );
    return Promise.resolve(pageFrom(listed, page, keyFor(query.view)));
  }

  listTrash(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Occurrence>> {
    const deleted = this.#store.occurrences.filter(
      (one) => one.householdId === householdId && one.deletedAt !== null && isVisibleTo(one, viewer),
    );
    return Promise.resolve(pageFrom(deleted, page, trashKey));
  }

  async insertTask(occurrence: Occurrence): Promise<void> {
    await this.#refuseMissing(occurrence);
    this.#store.occurrences.set(keyOf(occurrence.householdId, occurrence.id), occurrence);
  }

  async save(occurrence: Occurrence): Promise<void> {
    if (!this.#store.occurrences.has(keyOf(occurrence.householdId, occurrence.id))) return;
    await this.insertTask(occurrence);
  }

  removePersonal(householdId: HouseholdId, member: MemberId): Promise<void> {
    this.#store.occurrences.deleteWhere(
      (one) => one.householdId === householdId && isPersonalOf(one, member),
    );
    return Promise.resolve();
  }

  unassign(householdId: HouseholdId, member: MemberId, at: Instant): Promise<void> {
    const lost = this.#store.occurrences.filter(
      (one) => one.householdId === householdId && loses(one, member),
    );
    for (const one of lost)
      this.#store.occurrences.set(keyOf(householdId, one.id), withoutMember(one, member, at));
    return Promise.resolve();
  }

  /** What foreign keys refuse in a database. */
  #refuseMissing({ householdId, createdBy, categoryId }: Occurrence): Promise<void> {
    if (!this.#store.members.has(keyOf(householdId, createdBy))) return Promise.reject(householdNotFound());
    if (categoryId !== null && !this.#store.categories.has(keyOf(householdId, categoryId)))
      return Promise.reject(categoryMissing());
    return Promise.resolve();
  }
}
