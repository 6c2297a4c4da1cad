import {
  FORMER_MEMBER,
  type HouseholdRepository,
  type HouseholdSummary,
  type MemberKey,
  type InvitationDetail,
  type InvitationRepository,
  type NamedMember,
} from '../../../../application/households/ports.js';
import { accountGone } from '../../../../application/shared/errors.js';
import { emailSpellings } from '../../../../domain/accounts/email.js';
import { listAbsences } from '../../../../domain/households/away.js';
import type { Household, Member } from '../../../../domain/households/household.js';
import { type Invitation, isClaimable, isInvitationOpen } from '../../../../domain/households/invitation.js';
import type { AwayPeriods } from '../../../../domain/rotation/away.js';
import type { CivilDate } from '../../../../domain/shared/civil-date.js';
import type { HouseholdId, InvitationId, MemberId, TaskId, UserId } from '../../../../domain/shared/ids.js';
import {
  compareSortKeys,
  newestFirst,
  type Page,
  type PageRequest,
  type SortKey,
} from '../../../../domain/shared/page.js';
import type { Visibility } from '../../../../domain/shared/visibility.js';
import type { Instant, TimeZone } from '../../../../domain/shared/zone.js';
import { pageFrom } from '../page.js';
import { householdOfEntry } from '../shared/idempotency-repository.js';
import { toKey } from '../store.js';
import { InMemoryLimitedRepository } from './quota-guard.js';

export class InMemoryHouseholdRepository extends InMemoryLimitedRepository implements HouseholdRepository {
  async countOf(userId: UserId): Promise<number> {
    return this.store.members.filter(({ accountId, leftAt }) => accountId === userId && leftAt === null)
      .length;
  }

  async listOf(userId: UserId, page: PageRequest): Promise<Page<HouseholdSummary>> {
    const summaries = this.store.members
      .filter((member) => member.accountId === userId)
      .flatMap((member) => this.summariesFor(member));
    return pageFrom(summaries, page, ({ household }) => [household.id]);
  }

  /** Returns an empty list if the member has left. */
  summariesFor({ id, householdId, role, group, leftAt }: Member): HouseholdSummary[] {
    const household = this.store.households.get(householdId);
    if (household === undefined || leftAt !== null) return [];
    const memberCount = this.#active(householdId).length;
    return [
      { household, memberId: id, role, group, memberCount, storedBytes: this.#storedBytes(householdId, id) },
    ];
  }

  async members(
    householdId: HouseholdId,
    { withFormer }: { withFormer: boolean } = { withFormer: false },
  ): Promise<readonly NamedMember[]> {
    const members = this.store.members
      .filter((member) => member.householdId === householdId && (withFormer || member.leftAt === null))
      .toSorted((a, b) => compareSortKeys(memberKey(a), memberKey(b)));
    return members.map((member) => ({ ...member, name: this.#nameOf(member) }));
  }

  async stayingUntilBefore(date: CivilDate, page: PageRequest): Promise<Page<MemberKey>> {
    const staying = this.store.members.filter(
      ({ leftAt, activeUntil }) => leftAt === null && activeUntil !== null && activeUntil < date,
    );
    const keys = staying.map(({ householdId, id: memberId }) => ({ householdId, memberId }));
    return pageFrom(keys, page, ({ householdId, memberId }) => [householdId, memberId]);
  }

  async timeZones(): Promise<readonly TimeZone[]> {
    return [...new Set(this.store.households.filter(() => true).map(({ timeZone }) => timeZone))];
  }

  storedBytes(householdId: HouseholdId, viewer: MemberId): Promise<number> {
    return Promise.resolve(this.#storedBytes(householdId, viewer));
  }

  async find(id: HouseholdId): Promise<Household | null> {
    return this.store.households.get(id) ?? null;
  }

  /** Needs no lock, because units of work run one after the other. */
  async findForUpdate(id: HouseholdId): Promise<Household | null> {
    return this.store.households.get(id) ?? null;
  }

  async insert(household: Household): Promise<void> {
    this.quota.requireSpace();
    this.store.households.set(household.id, household);
  }

  async save(household: Household): Promise<void> {
    this.store.households.update(household.id, () => household);
  }

  async remove(id: HouseholdId): Promise<void> {
    const { households, idempotencyKeys, ...tables } = this.store;
    const { members, invitations, categories, occurrences, series, swaps, operations } = tables;
    const { activities, feeds } = tables;
    const { notifications, shoppingItems, shoppingHistory, taskTemplates } = tables;
    const { calendarLinks, calendarEvents, calendarFailures } = tables;
    const owned = [
      members,
      invitations,
      categories,
      occurrences,
      series,
      swaps,
      operations,
      activities,
      feeds,
    ];
    const more = [
      tables.attachments,
      notifications,
      shoppingItems,
      shoppingHistory,
      tables.shoppingLists,
      tables.dayCalendars,
      tables.displays,
      tables.displayPairings,
      tables.memberPins,
      tables.pauses,
      taskTemplates,
      calendarLinks,
      calendarEvents,
      calendarFailures,
      tables.changeHeads,
      tables.changeEntries,
      tables.retiredIds,
      tables.creators,
    ];
    for (const table of [...owned, ...more])
      table.deleteWhere(({ householdId }: { householdId: HouseholdId }) => householdId === id);
    idempotencyKeys.deleteWhere((_entry, key) => householdOfEntry(key) === id);
    households.delete(id);
  }

  async insertMember(member: Member): Promise<void> {
    // A member that was read from the store also has `name`, which is computed and must not be stored.
    const kept = Object.fromEntries(Object.entries(member).filter(([field]) => field !== 'name')) as Member;
    const { id, householdId, accountId, leftAt, isProxy } = member;
    const isTaken = (one: Member) =>
      one.householdId === householdId && one.accountId === accountId && one.id !== id;
    if (accountId !== null && this.store.members.filter(isTaken).length > 0)
      throw new Error('This account is already a member of the household');
    const hasAccount = accountId !== null && this.store.accounts.has(accountId);
    if (!hasAccount && ((leftAt === null && !isProxy) || accountId !== null)) throw accountGone();
    const key = toKey(householdId, id);
    if (isProxy && !this.store.members.has(key)) {
      const createdBy = await this.quota.reserveRow('membersWithoutAccount', householdId);
      this.store.creators.set(key, { householdId, createdBy });
    }
    this.store.members.set(key, kept);
  }

  async saveMember(member: Member): Promise<void> {
    const before = this.store.members.get(toKey(member.householdId, member.id));
    if (before === undefined) return;
    this.quota.requireSpaceFor(before.awayPeriods, member.awayPeriods);
    await this.insertMember(member);
  }

  async callingByAccountName(userId: UserId): Promise<readonly Member[]> {
    const own = this.store.members.filter(
      ({ accountId, displayName }) => accountId === userId && displayName === null,
    );
    return own.toSorted((a, b) => (a.householdId < b.householdId ? -1 : 1));
  }

  async forgetMember(userId: UserId): Promise<readonly Member[]> {
    const forgotten = this.store.members
      .filter(({ accountId }) => accountId === userId)
      .map((member) => ({ ...member, accountId: null, displayName: null, awayPeriods: [] }));
    for (const member of forgotten) this.store.members.set(toKey(member.householdId, member.id), member);
    return forgotten;
  }

  async activeMembers(
    householdId: HouseholdId,
    ids: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, Pick<Member, 'group'>>> {
    const active = this.#active(householdId).filter(({ id }) => ids.includes(id));
    return new Map(active.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, group }) => [id, { group }]));
  }

  async awayPeriods(householdIds: readonly HouseholdId[]): Promise<ReadonlyMap<HouseholdId, AwayPeriods>> {
    const listPeriods = (id: HouseholdId) =>
      this.store.members
        .filter((member) => member.householdId === id && listAbsences(member).length > 0)
        .map((member) => [member.id, listAbsences(member)] as const);
    return new Map(householdIds.map((id) => [id, new Map(listPeriods(id))]));
  }

  #active(householdId: HouseholdId): Member[] {
    return this.store.members.filter(
      (member) => member.householdId === householdId && member.leftAt === null,
    );
  }

  #storedBytes(id: HouseholdId, viewer: MemberId): number {
    const files = this.store.attachments.filter(
      ({ householdId, sha256, taskId }) =>
        householdId === id && sha256 !== null && this.#isVisible(id, taskId, viewer),
    );
    return files.reduce((sum, { size }) => sum + size, 0);
  }

  /** Checks one row of the task, because all rows of a task have the same visibility. */
  #isVisible(id: HouseholdId, of: TaskId, viewer: MemberId): boolean {
    const isSeen = (visibility: Visibility, author: MemberId) => visibility === 'SHARED' || author === viewer;
    const [occurrence] = this.store.occurrences.filter(
      ({ householdId, taskId }) => householdId === id && taskId === of,
    );
    if (occurrence !== undefined) return isSeen(occurrence.visibility, occurrence.createdBy);
    const [series] = this.store.series.filter(
      ({ householdId, taskId }) => householdId === id && taskId === of,
    );
    return series === undefined || isSeen(series.template.visibility, series.createdBy);
  }

  #nameOf({ accountId, displayName }: Member): string {
    const account = accountId === null ? undefined : this.store.accounts.get(accountId);
    return displayName ?? account?.displayName ?? FORMER_MEMBER;
  }
}

function memberKey({ leftAt, joinedAt, id }: Member): SortKey {
  return [leftAt === null ? 0 : 1, joinedAt, id];
}

export class InMemoryInvitationRepository extends InMemoryLimitedRepository implements InvitationRepository {
  async list(householdId: HouseholdId, page: PageRequest): Promise<Page<Invitation>> {
    return pageFrom(this.#of(householdId), page, newestFirst);
  }

  async find(householdId: HouseholdId, id: InvitationId): Promise<Invitation | null> {
    return this.store.invitations.get(toKey(householdId, id)) ?? null;
  }

  async findByTokenHash(hash: string): Promise<Invitation | null> {
    const [found] = this.store.invitations.filter(
      ({ tokenHash, mailTokenHash }) => tokenHash === hash || mailTokenHash === hash,
    );
    return found ?? null;
  }

  async findInvited(hash: string): Promise<InvitationDetail | null> {
    const invitation = await this.findByTokenHash(hash);
    const household = invitation && this.store.households.get(invitation.householdId);
    if (!household) return null;
    const members = this.store.members.filter(({ householdId }) => householdId === household.id);
    const maker = members.find(({ id }) => id === invitation.createdBy);
    const meant = members.find(({ id }) => id === invitation.memberId);
    const account = maker?.accountId ? this.store.accounts.get(maker.accountId) : undefined;
    return {
      invitation,
      householdName: household.name,
      locale: household.locale,
      memberCount: members.filter(({ leftAt }) => leftAt === null).length,
      invitedBy: maker?.displayName ?? account?.displayName ?? FORMER_MEMBER,
      forMember:
        meant?.displayName && isClaimable(meant) ? { id: meant.id, displayName: meant.displayName } : null,
    };
  }

  async countOpen(householdId: HouseholdId, now: Instant): Promise<number> {
    return this.#of(householdId).filter((invitation) => isInvitationOpen(invitation, now)).length;
  }

  async forgetOver(householdId: HouseholdId, now: Instant, kept: number): Promise<void> {
    const over = this.#of(householdId)
      .filter((invitation) => !isInvitationOpen(invitation, now))
      .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
    for (const { id } of over.slice(kept)) this.store.invitations.delete(toKey(householdId, id));
  }

  async insert(invitation: Invitation): Promise<void> {
    await this.quota.reserveRow('invitations', invitation.householdId, invitation.createdBy);
    this.store.invitations.set(toKey(invitation.householdId, invitation.id), invitation);
  }

  async save(invitation: Invitation): Promise<void> {
    this.store.invitations.update(toKey(invitation.householdId, invitation.id), () => invitation);
  }

  async removeAddressedTo(email: string): Promise<void> {
    const spellings = new Set(emailSpellings(email));
    this.store.invitations.deleteWhere((one) => one.email !== null && spellings.has(one.email));
  }

  async revokeThoseOf(householdId: HouseholdId, createdBy: MemberId, at: Instant): Promise<void> {
    this.store.invitations.updateWhere(
      (one) => one.householdId === householdId && one.createdBy === createdBy && one.revokedAt === null,
      (invitation) => ({ ...invitation, revokedAt: at }),
    );
  }

  #of(householdId: HouseholdId): Invitation[] {
    return this.store.invitations.filter((invitation) => invitation.householdId === householdId);
  }
}
