import type { Household, Member, Role } from '../../domain/households/household.js';
import type { AwayPeriods } from '../../domain/rotation/away.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';

/** The household as one of its members sees it. */
export type HouseholdSummary = {
  readonly household: Household;
  readonly role: Role;
  readonly memberCount: number;
};
/** A member with the name to show: the household's own for them, else the account's. */
export type NamedMember = Member & { readonly name: string };

export interface HouseholdReader {
  /** The user's households (active membership only), oldest first; sort key: [id]. */
  listOf(userId: UserId, page: PageRequest): Promise<Page<HouseholdSummary>>;
  /** Members in order of joining, then id; those who left last, and only when `withFormer`. */
  members(householdId: HouseholdId, options?: { withFormer: boolean }): Promise<readonly NamedMember[]>;
}

export interface HouseholdRepository extends HouseholdReader {
  insert(household: Household): Promise<void>;
  insertMember(member: Member): Promise<void>;
  /** Writes all fields; an unknown member changes nothing. */
  saveMember(member: Member): Promise<void>;
  /** Which of `ids` are active members. */
  activeMembers(householdId: HouseholdId, ids: readonly MemberId[]): Promise<ReadonlySet<MemberId>>;
  /** The absences of the active members of each household, in one statement. */
  awayPeriods(householdIds: readonly HouseholdId[]): Promise<ReadonlyMap<HouseholdId, AwayPeriods>>;
}
