import type { Category, Group, Household, Member, Role } from '../../domain/households/household.js';
import type { Locale } from '../../domain/shared/locale.js';
import type { AwayPeriods } from '../../domain/rotation/away.js';
import type {
  HouseholdId,
  MemberId,
  UserId,
  InvitationId,
  CategoryId,
  OccurrenceId,
} from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Invitation } from '../../domain/households/invitation.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { Instant, TimeZone } from '../../domain/shared/zone.js';
import type { Stamp } from '../../domain/tasks/occurrence.js';

/** The display name of a member whose account was deleted. */
export const FORMER_MEMBER = 'Former member';

/** The household as one of its members sees it. */
export type HouseholdSummary = {
  readonly household: Household;
  /** The id of the user's own member in this household. */
  readonly memberId: MemberId;
  readonly role: Role;
  readonly group: Group;
  readonly memberCount: number;
  /**
   * The total size in bytes of the files that this member may see. Personal files of others also use the quota, but
   * are not included.
   */
  readonly storedBytes: number;
};
/**
 * A member with their display name: their name in this household, else the name of their account, else FORMER_MEMBER.
 */
export type NamedMember = Member & { readonly name: string };

export type MemberKey = { readonly householdId: HouseholdId; readonly memberId: MemberId };

export interface HouseholdReader {
  /** Returns null if there is no such household. */
  find(id: HouseholdId): Promise<Household | null>;
  /** Lists the households in which the user is an active member, oldest first. Sort key: [id]. */
  listOf(userId: UserId, page: PageRequest): Promise<Page<HouseholdSummary>>;
  /** Returns the number of households in which the user is an active member. */
  countOf(userId: UserId): Promise<number>;
  /** Lists the active members by when they joined, then id. With `withFormer`, former members follow at the end. */
  members(householdId: HouseholdId, options?: { withFormer: boolean }): Promise<readonly NamedMember[]>;
  /**
   * Lists, for all households together, the active members whose last day is before `date`. Sort key: [householdId,
   * memberId].
   */
  stayingUntilBefore(date: CivilDate, page: PageRequest): Promise<Page<MemberKey>>;
  /** Returns the time zones of all households, each once. */
  timeZones(): Promise<readonly TimeZone[]>;
  /** Returns the total size in bytes of all completed files that the member may see. */
  storedBytes(householdId: HouseholdId, viewer: MemberId): Promise<number>;
}

export interface HouseholdRepository extends HouseholdReader {
  /**
   * Returns the household, locked until the transaction ends, or null if it does not exist. Requests that change a
   * household, its members, categories or invitations lock it first, so they run one after the other. Most changes of
   * single tasks do not wait for this lock. An edit that names a category or a day calendar takes it too.
   */
  findForUpdate(id: HouseholdId): Promise<Household | null>;
  insert(household: Household): Promise<void>;
  /** Writes all fields. Does nothing if the household does not exist. */
  save(household: Household): Promise<void>;
  /** Deletes the household and everything in it permanently. Does nothing if it does not exist. */
  remove(id: HouseholdId): Promise<void>;
  /**
   * Inserts a member. Throws SESSION_EXPIRED if the account was deleted. Throws LIMIT_REACHED for a member without an
   * account if the account of the acting member has created too many.
   */
  insertMember(member: Member): Promise<void>;
  /**
   * Writes all fields. Does nothing if the member does not exist. Throws SESSION_EXPIRED if the account was deleted.
   */
  saveMember(member: Member): Promise<void>;
  /**
   * Removes the personal data from all current and former memberships of a user whose account is erased: the name,
   * the link to the account, and the absences. The member ids stay. Returns the changed members.
   */
  forgetMember(userId: UserId): Promise<readonly Member[]>;
  /** Returns the current and former memberships of the user that show the name of the account. */
  callingByAccountName(userId: UserId): Promise<readonly Member[]>;
  /**
   * Returns those of `ids` that are active members, with their groups, in id order. Changes of these members wait
   * until the transaction ends.
   */
  activeMembers(
    householdId: HouseholdId,
    ids: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, Pick<Member, 'group'>>>;
  /**
   * Returns the periods in which current and former members of each household take no turns (`listAbsences` in
   * domain/households/away), in one statement.
   */
  awayPeriods(householdIds: readonly HouseholdId[]): Promise<ReadonlyMap<HouseholdId, AwayPeriods>>;
}

/** An invitation as it is shown to the holder of its token. */
export type InvitationDetail = {
  readonly invitation: Invitation;
  readonly householdName: string;
  readonly locale: Locale;
  readonly memberCount: number;
  /** The display name of the member who created the invitation. */
  readonly invitedBy: string;
  /**
   * The member without an account that the account would take over. null means that the account becomes a new member,
   * or that nobody can take over the member of the invitation any more.
   */
  readonly forMember: { readonly id: MemberId; readonly displayName: string } | null;
};

export interface InvitationReader {
  /**
   * Finds an invitation by the hash of its link token or of its e-mail token, even if it has ended. Returns null for
   * an unknown hash.
   */
  findInvited(tokenHash: string): Promise<InvitationDetail | null>;
  /** Lists all invitations, including ended ones, newest first, then by id. Sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<Invitation>>;
}

/**
 * Stores invitations. Callers that change an invitation lock its household first, so these functions take no further
 * locks. `removeAddressedTo` needs no lock of a household.
 */
export interface InvitationRepository extends InvitationReader {
  /** Returns null if the household has no such invitation. */
  find(householdId: HouseholdId, id: InvitationId): Promise<Invitation | null>;
  /** Finds an invitation by the hash of its link token or of its e-mail token. Returns null for an unknown hash. */
  findByTokenHash(hash: string): Promise<Invitation | null>;
  /** Returns how many invitations can still be used (`isInvitationOpen` in domain/households/invitation). */
  countOpen(householdId: HouseholdId, now: Instant): Promise<number>;
  /** Deletes the ended invitations, except the `kept` newest. */
  forgetOver(householdId: HouseholdId, now: Instant, kept: number): Promise<void>;
  insert(invitation: Invitation): Promise<void>;
  /** Writes all fields. Does nothing if the invitation does not exist. */
  save(invitation: Invitation): Promise<void>;
  /**
   * Deletes the invitations of all households that are only for this address, in any of its spellings (see
   * emailSpellings).
   */
  removeAddressedTo(email: string): Promise<void>;
  /** Revokes all invitations that this member created and that are not revoked yet. */
  revokeThoseOf(householdId: HouseholdId, createdBy: MemberId, at: Instant): Promise<void>;
}

export interface CategoryReader {
  /** Lists the categories by name, ignoring case and accents, then by id. Sort key: [folded name, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<Category>>;
}

/**
 * A batch of the rows that have a category: at most `limit`, series first. `after` is the last occurrence that an
 * earlier batch has cleared, or null.
 */
export type ClearRange = { readonly after: OccurrenceId | null; readonly limit: number };

/**
 * The number of rows that lost the category in this batch. `last` is the greatest id of the occurrences that were
 * cleared so far, or null if there was none. The next batch begins after that id.
 */
export type ClearedRows = { readonly count: number; readonly last: OccurrenceId | null };

/**
 * Stores categories. Names are unique in a household, ignoring case: `insert` and `save` throw CATEGORY_NAME_TAKEN if
 * another category has the name.
 */
export interface CategoryRepository extends CategoryReader {
  /** Returns null if the household has no such category. Locks the row until the transaction ends. */
  findForUpdate(householdId: HouseholdId, id: CategoryId): Promise<Category | null>;
  /** Locks all categories of the household until the transaction ends, and returns them. */
  lockAll(householdId: HouseholdId): Promise<readonly Category[]>;
  insert(category: Category): Promise<void>;
  /** Returns the existing category with this name, or inserts this one. Parallel calls get the same category. */
  findOrInsert(category: Category): Promise<Category>;
  save(category: Category): Promise<void>;
  /**
   * Removes the category from one batch of its series and occurrences, series first. The occurrences count as changed
   * (`withMutation` in domain/tasks/occurrence).
   */
  clear(householdId: HouseholdId, id: CategoryId, stamp: Stamp, part: ClearRange): Promise<ClearedRows>;
  /** Removes the category from all series and occurrences and deletes it. Returns false if it does not exist. */
  remove(householdId: HouseholdId, id: CategoryId, stamp: Stamp): Promise<boolean>;
}
