import type { Household, Member, Role } from '../../domain/households/household.js';
import type { AwayPeriods } from '../../domain/rotation/away.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';

/** What somebody is called whose account is gone. */
export const FORMER_MEMBER = 'Former member';

/** The household as one of its members sees it. */
export type HouseholdSummary = {
  readonly household: Household;
  readonly role: Role;
  readonly memberCount: number;
};
/** A member with the name to show: the household's own for them, else the account's, else FORMER_MEMBER. */
export type NamedMember = Member & { readonly name: string };

export interface HouseholdReader {
  /** The user's households (active membership only), oldest first; sort key: [id]. */
  listOf(userId: UserId, page: PageRequest): Promise<Page<HouseholdSummary>>;
  /** Members in order of joining, then id; those who left last, and only when `withFormer`. */
  members(householdId: HouseholdId, options?: { withFormer: boolean }): Promise<readonly NamedMember[]>;
}

export interface HouseholdRepository extends HouseholdReader {
  /**
   * Locked until the transaction ends, null when there is none. Whoever changes a household, its members or its
   * invitations locks it first, so that such changes happen one after the other. Tasks are not kept waiting.
   */
  findForUpdate(id: HouseholdId): Promise<Household | null>;
  insert(household: Household): Promise<void>;
  /** Writes all fields; an unknown household changes nothing. */
  save(household: Household): Promise<void>;
  /** The household and all that belongs to it, at once and for good; an unknown one changes nothing. */
  remove(id: HouseholdId): Promise<void>;
  /** SESSION_EXPIRED when the account is gone. */
  insertMember(member: Member): Promise<void>;
  /** Writes all fields; an unknown member changes nothing. Errors as for `insertMember`. */
  saveMember(member: Member): Promise<void>;
  /**
   * Takes away what memberships, past and present, still say of someone but their id: names and absences.
   */
  forgetMember(userId: UserId): Promise<void>;
  /** The households that call this active member of theirs by the name of their account. */
  callingByAccountName(userId: UserId): Promise<readonly HouseholdId[]>;
  /** Which of `ids` are active members; they stay so until the transaction ends: a change of them waits. */
  activeMembers(householdId: HouseholdId, ids: readonly MemberId[]): Promise<ReadonlySet<MemberId>>;
  /** The absences of the active members of each household, in one statement. */
  awayPeriods(householdIds: readonly HouseholdId[]): Promise<ReadonlyMap<HouseholdId, AwayPeriods>>;
}
