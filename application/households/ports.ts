import type { Household, Member, Role, Category } from '../../domain/households/household.js';
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
  /** Whose eyes these are. */
  readonly memberId: MemberId;
  readonly role: Role;
  readonly memberCount: number;
  /** The bytes of the files that this member may see. Personal files of others use the same room and are not counted. */
  readonly storedBytes: number;
};
/** A member with the name to show: the household's own for them, else the account's, else FORMER_MEMBER. */
export type NamedMember = Member & { readonly name: string };

export type MemberKey = { readonly householdId: HouseholdId; readonly memberId: MemberId };

export interface HouseholdReader {
  /** null when there is none. */
  find(id: HouseholdId): Promise<Household | null>;
  /** The user's households (active membership only), oldest first; sort key: [id]. */
  listOf(userId: UserId, page: PageRequest): Promise<Page<HouseholdSummary>>;
  /** Returns the number of households in which the user is a member. */
  countOf(userId: UserId): Promise<number>;
  /** Members in order of joining, then id; those who left last, and only when `withFormer`. */
  members(householdId: HouseholdId, options?: { withFormer: boolean }): Promise<readonly NamedMember[]>;
  /**
   * Returns active members of all households whose last day is before `date`. Sort key: [householdId,
   * memberId].
   */
  stayingUntilBefore(date: CivilDate, page: PageRequest): Promise<Page<MemberKey>>;
  /** Returns the time zones that households have. */
  timeZones(): Promise<readonly TimeZone[]>;
  /** The bytes of all complete files that the member may see. */
  storedBytes(householdId: HouseholdId, viewer: MemberId): Promise<number>;
}

export interface HouseholdRepository extends HouseholdReader {
  /**
   * Returns the household, locked until the transaction ends, or null if it does not exist. Changes of a
   * household, its members and its invitations lock it first, so they run one after the other. Changes of tasks
   * do not wait for this lock.
   */
  findForUpdate(id: HouseholdId): Promise<Household | null>;
  insert(household: Household): Promise<void>;
  /** Writes all fields; an unknown household changes nothing. */
  save(household: Household): Promise<void>;
  /** The household and all that belongs to it, at once and for good; an unknown one changes nothing. */
  remove(id: HouseholdId): Promise<void>;
  /** @throws SESSION_EXPIRED if the account was deleted. */
  insertMember(member: Member): Promise<void>;
  /** Writes all fields; an unknown member changes nothing. Errors as for `insertMember`. */
  saveMember(member: Member): Promise<void>;
  /**
   * Replaces the name and removes the absences in all memberships of the user, past and present; only the ids
   * stay. Returns the changed members.
   */
  forgetMember(userId: UserId): Promise<readonly Member[]>;
  /** The memberships, past and present, in which they are called by the name of their account. */
  callingByAccountName(userId: UserId): Promise<readonly Member[]>;
  /**
   * Returns those of `ids` that are active members, in id order. Changes of these members wait until the
   * transaction ends.
   */
  activeMembers(
    householdId: HouseholdId,
    ids: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, Pick<Member, 'group'>>>;
  /** When members of each household, also former ones, can take no turn (`absencesOf`), in one statement. */
  awayPeriods(householdIds: readonly HouseholdId[]): Promise<ReadonlyMap<HouseholdId, AwayPeriods>>;
}

/** An invitation as it is shown to the holder of its token. */
export type InvitationDetail = {
  readonly invitation: Invitation;
  readonly householdName: string;
  readonly locale: Locale;
  readonly memberCount: number;
  /** The display name of the member who made it. */
  readonly invitedBy: string;
  /** The member without an account that the account would take over. null means a new member. */
  readonly forMember: { readonly id: MemberId; readonly displayName: string } | null;
};

export interface InvitationReader {
  /** By the hash of either token; null for an unknown one. One that is over is found. */
  findInvited(tokenHash: string): Promise<InvitationDetail | null>;
  /** All that the household has, also those that are over; newest first, then id; sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<Invitation>>;
}

/** Stores invitations. The household must be locked, so no further locks are needed. */
export interface InvitationRepository extends InvitationReader {
  /** null when the household has no such invitation. */
  find(householdId: HouseholdId, id: InvitationId): Promise<Invitation | null>;
  /** By the hash of either token; null for an unknown one. */
  findByTokenHash(hash: string): Promise<Invitation | null>;
  /** Returns how many invitations can still be used (`isInvitationOpen` in domain/households/invitation). */
  countOpen(householdId: HouseholdId, now: Instant): Promise<number>;
  /** Removes those that are over, all but the `kept` newest. */
  forgetOver(householdId: HouseholdId, now: Instant, kept: number): Promise<void>;
  insert(invitation: Invitation): Promise<void>;
  /** Writes all fields; an unknown invitation changes nothing. */
  save(invitation: Invitation): Promise<void>;
  /** Removes, in all households, those that are bound to this address, in any of its spellings (see emailSpellings). */
  removeAddressedTo(email: string): Promise<void>;
  /** Revokes what that member has created and is not revoked yet. */
  revokeThoseOf(householdId: HouseholdId, createdBy: MemberId, at: Instant): Promise<void>;
}

export interface CategoryReader {
  /** By name without case and accents, then id; sort key: [folded name, id]. */
  list(householdId: HouseholdId, page: PageRequest): Promise<Page<Category>>;
}

/** Names are unique in a household, compared without case: a taken one is refused with CATEGORY_NAME_TAKEN. */
/** At most `limit` series and occurrences, and of the occurrences only those with a greater id than `after`. null means all. */
export type ClearRange = { readonly after: OccurrenceId | null; readonly limit: number };

/**
 * The number of rows that lost the category, and the greatest id of their occurrences, after which the next
 * part begins.
 */
export type ClearedRows = { readonly count: number; readonly last: OccurrenceId | null };

export interface CategoryRepository extends CategoryReader {
  /** Returns null if the household has no such category. Locks the row until the transaction ends. */
  findForUpdate(householdId: HouseholdId, id: CategoryId): Promise<Category | null>;
  /** All of the household, as nobody else can change them until the transaction ends. */
  lockAll(householdId: HouseholdId): Promise<readonly Category[]>;
  insert(category: Category): Promise<void>;
  /** The category of that name: the one that is there, else this one; of parallel calls all get the same. */
  findOrInsert(category: Category): Promise<Category>;
  save(category: Category): Promise<void>;
  /**
   * Takes the category off some series and occurrences, the series first. An occurrence counts as mutated (see `mutated` of
   * domain/tasks/occurrence).
   */
  clear(householdId: HouseholdId, id: CategoryId, stamp: Stamp, part: ClearRange): Promise<ClearedRows>;
  /** Takes the category off all that have it, and deletes it. Returns false if there was no such category. */
  remove(householdId: HouseholdId, id: CategoryId, stamp: Stamp): Promise<boolean>;
}
