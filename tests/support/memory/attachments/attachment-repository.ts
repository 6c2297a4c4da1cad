import type {
  AttachmentRepository,
  Reservation,
  StorageUsage,
} from '../../../../application/attachments/ports.js';
import type { Attachment, AttachmentId } from '../../../../domain/attachments/attachment.js';
import type { HouseholdId, MemberId, TaskId } from '../../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { isPersonalTo } from '../../../../domain/tasks/departure.js';
import {
  findSoleAuthor,
  isVisibleTo,
  type Occurrence,
  type Stamp,
} from '../../../../domain/tasks/occurrence.js';
import { pageFrom } from '../page.js';
import { toKey, type AttachmentEntry, InMemoryRepository } from '../store.js';

const sumBytes = (entries: readonly AttachmentEntry[]) => entries.reduce((sum, { size }) => sum + size, 0);

const isFile = (entry: AttachmentEntry): entry is Attachment => entry.sha256 !== null;

export class InMemoryAttachmentRepository extends InMemoryRepository implements AttachmentRepository {
  async list(householdId: HouseholdId, taskId: TaskId, page: PageRequest): Promise<Page<Attachment>> {
    const own = this.#filesOf(householdId).filter((one) => one.taskId === taskId);
    return pageFrom(own, page, newestFirst);
  }

  async listSeen(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<Attachment>> {
    const seen = this.#filesOf(householdId).filter((one) => this.#sees(one, viewer));
    return pageFrom(seen, page, newestFirst);
  }

  async find(householdId: HouseholdId, id: AttachmentId, viewer: MemberId): Promise<Attachment | null> {
    const found = this.#filesOf(householdId).find((one) => one.id === id && this.#sees(one, viewer));
    return found ?? null;
  }

  async usage(householdId: HouseholdId, taskId: TaskId): Promise<StorageUsage> {
    const all = this.store.attachments.filter((one) => one.householdId === householdId);
    return {
      bytes: sumBytes(all),
      storedBytes: sumBytes(all.filter(isFile)),
      files: all.filter((one) => one.taskId === taskId).length,
    };
  }

  async reserve(place: Reservation): Promise<void> {
    this.store.attachments.set(toKey(place.householdId, place.id), { ...place, sha256: null });
  }

  async complete(attachment: Attachment): Promise<boolean> {
    const key = toKey(attachment.householdId, attachment.id);
    const place = this.store.attachments.get(key);
    if (place === undefined || isFile(place)) return false;
    this.store.attachments.set(key, attachment);
    return true;
  }

  async remove(householdId: HouseholdId, id: AttachmentId): Promise<boolean> {
    return this.store.attachments.delete(toKey(householdId, id));
  }

  async saveFileCount(
    householdId: HouseholdId,
    taskId: TaskId,
    { now, by }: Stamp,
  ): Promise<MemberId | null> {
    const attachmentCount = this.#filesOf(householdId).filter((one) => one.taskId === taskId).length;
    const isOfTask = (one: Occurrence) => one.householdId === householdId && one.taskId === taskId;
    this.store.occurrences.updateWhere(isOfTask, (row) => ({
      ...row,
      attachmentCount,
      version: row.version + 1,
      updatedAt: now,
      updatedBy: by,
    }));
    return findSoleAuthor(this.store.occurrences.filter(isOfTask));
  }

  async countOf(householdId: HouseholdId, taskIds: readonly TaskId[]): Promise<ReadonlyMap<TaskId, number>> {
    const files = this.#filesOf(householdId).filter(({ taskId }) => taskIds.includes(taskId));
    return new Map([...Map.groupBy(files, ({ taskId }) => taskId)].map(([id, of]) => [id, of.length]));
  }

  async removePersonal(householdId: HouseholdId, member: MemberId): Promise<readonly AttachmentId[]> {
    const { occurrences, series } = this.store;
    const shared = new Set<TaskId>();
    for (const row of occurrences.filter((one) => one.householdId === householdId))
      if (!isPersonalTo(row, member)) shared.add(row.taskId);
    for (const { taskId, template, createdBy } of series.filter((one) => one.householdId === householdId))
      if (!isPersonalTo({ visibility: template.visibility, createdBy }, member)) shared.add(taskId);
    const isOwn = (one: AttachmentEntry) => one.householdId === householdId && !shared.has(one.taskId);
    const ids = this.store.attachments.filter(isOwn).map(({ id }) => id);
    this.store.attachments.deleteWhere(isOwn);
    return ids;
  }

  async purgeReservations(before: Instant, limit: number): Promise<number> {
    return this.store.attachments.deleteWhere((one) => !isFile(one) && one.createdAt < before, limit);
  }

  async known(householdId: HouseholdId, ids: readonly AttachmentId[]): Promise<ReadonlySet<AttachmentId>> {
    return new Set(ids.filter((id) => this.store.attachments.has(toKey(householdId, id))));
  }

  #filesOf(householdId: HouseholdId): Attachment[] {
    return this.store.attachments.filter((one) => one.householdId === householdId).filter(isFile);
  }

  #sees({ householdId, taskId }: Attachment, viewer: MemberId): boolean {
    const shown = this.store.occurrences.filter(
      (one) =>
        one.householdId === householdId &&
        one.taskId === taskId &&
        one.deletedAt === null &&
        isVisibleTo(one, viewer),
    );
    return shown.length > 0;
  }
}
