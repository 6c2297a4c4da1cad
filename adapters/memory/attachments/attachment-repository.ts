import type { AttachmentRepository, Reservation, Usage } from '../../../application/attachments/ports.js';
import type { Attachment, AttachmentId } from '../../../domain/attachments/attachment.js';
import type { HouseholdId, MemberId, TaskId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { isPersonalOf } from '../../../domain/tasks/departure.js';
import { authorAloneOf, isVisibleTo } from '../../../domain/tasks/occurrence.js';
import { pageFrom } from '../page.js';
import { keyOf, type AttachmentEntry, type Store } from '../store.js';

const bytesOf = (entries: readonly AttachmentEntry[]) => entries.reduce((sum, { size }) => sum + size, 0);

const isFile = (entry: AttachmentEntry): entry is Attachment => entry.sha256 !== null;

export class InMemoryAttachmentRepository implements AttachmentRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(householdId: HouseholdId, taskId: TaskId, page: PageRequest): Promise<Page<Attachment>> {
    const own = this.#filesOf(householdId).filter((one) => one.taskId === taskId);
    return Promise.resolve(pageFrom(own, page, newestFirst));
  }

  listSeen(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Attachment>> {
    const seen = this.#filesOf(householdId).filter((one) => this.#sees(one, viewer));
    return Promise.resolve(pageFrom(seen, page, newestFirst));
  }

  find(householdId: HouseholdId, id: AttachmentId, viewer: UserId): Promise<Attachment | null> {
    const found = this.#filesOf(householdId).find((one) => one.id === id && this.#sees(one, viewer));
    return Promise.resolve(found ?? null);
  }

  usage(householdId: HouseholdId, taskId: TaskId): Promise<Usage> {
    const all = this.#store.attachments.filter((one) => one.householdId === householdId);
    return Promise.resolve({
      bytes: bytesOf(all),
      storedBytes: bytesOf(all.filter(isFile)),
      files: all.filter((one) => one.taskId === taskId).length,
    });
  }

  reserve(place: Reservation): Promise<void> {
    this.#store.attachments.set(keyOf(place.householdId, place.id), { ...place, sha256: null });
    return Promise.resolve();
  }

  complete(attachment: Attachment): Promise<boolean> {
    const key = keyOf(attachment.householdId, attachment.id);
    const place = this.#store.attachments.get(key);
    if (place === undefined || isFile(place)) return Promise.resolve(false);
    this.#store.attachments.set(key, attachment);
    return Promise.resolve(true);
  }

  remove(householdId: HouseholdId, id: AttachmentId): Promise<boolean> {
    const key = keyOf(householdId, id);
    const isThere = this.#store.attachments.has(key);
    if (isThere) this.#store.attachments.delete(key);
    return Promise.resolve(isThere);
  }

  tellCount(householdId: HouseholdId, taskId: TaskId, at: Instant): Promise<MemberId | null> {
    const attachmentCount = this.#filesOf(householdId).filter((one) => one.taskId === taskId).length;
    const rows = this.#store.occurrences.filter(
      (one) => one.householdId === householdId && one.taskId === taskId,
    );
    for (const row of rows)
      this.#store.occurrences.set(keyOf(householdId, row.id), {
        ...row,
        attachmentCount,
        version: row.version + 1,
        updatedAt: at,
      });
    return Promise.resolve(authorAloneOf(rows));
  }

  removePersonal(householdId: HouseholdId, member: MemberId): Promise<readonly AttachmentId[]> {
    const { occurrences, series } = this.#store;
    const shared = new Set<TaskId>();
    for (const row of occurrences.filter((one) => one.householdId === householdId))
      if (!isPersonalOf(row, member)) shared.add(row.taskId);
    for (const { taskId, template, createdBy } of series.filter((one) => one.householdId === householdId))
      if (!isPersonalOf({ visibility: template.visibility, createdBy }, member)) shared.add(taskId);
    const own = this.#store.attachments.filter(
      (one) => one.householdId === householdId && !shared.has(one.taskId),
    );
    for (const { id } of own) this.#store.attachments.delete(keyOf(householdId, id));
    return Promise.resolve(own.map(({ id }) => id));
  }

  purgeReservations(before: Instant, limit: number): Promise<number> {
    const old = this.#store.attachments
      .filter((one) => !isFile(one) && one.createdAt < before)
      .slice(0, limit);
    for (const { householdId, id } of old) this.#store.attachments.delete(keyOf(householdId, id));
    return Promise.resolve(old.length);
  }

  known(householdId: HouseholdId, ids: readonly AttachmentId[]): Promise<ReadonlySet<AttachmentId>> {
    return Promise.resolve(new Set(ids.filter((id) => this.#store.attachments.has(keyOf(householdId, id)))));
  }

  #filesOf(householdId: HouseholdId): Attachment[] {
    return this.#store.attachments.filter((one) => one.householdId === householdId).filter(isFile);
  }

  #sees({ householdId, taskId }: Attachment, viewer: UserId): boolean {
    const shown = this.#store.occurrences.filter(
      (one) =>
        one.householdId === householdId &&
        one.taskId === taskId &&
        one.deletedAt === null &&
        isVisibleTo(one, viewer),
    );
    return shown.length > 0;
  }
}
