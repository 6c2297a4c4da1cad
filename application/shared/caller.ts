import type { Account } from '../../domain/accounts/account.js';
import type { Group, Household, Role } from '../../domain/households/household.js';
import type { MemberId, SessionId, UserId } from '../../domain/shared/ids.js';
import { civilMomentAt, type CivilMoment } from '../../domain/shared/zone.js';
import type { Clock } from './ports.js';

/** Who is asking, as `authenticate` found out. */
export type Caller = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly account: Pick<Account, 'locale' | 'timeZone'>;
};

/**
 * A caller who is an active member of the household that the request is about. Who does something in the household
 * is `memberId`; `userId` is the account: sessions, mail, devices and connections.
 */
export type MemberCaller = Caller & {
  readonly memberId: MemberId;
  readonly household: Household;
  readonly role: Role;
  /** As one of whom they ask; see domain/households/rights. */
  readonly group: Group;
};

/** What the clock on the household's wall shows: the source of every "today". */
export function householdNow({ household }: MemberCaller, clock: Clock): CivilMoment {
  return civilMomentAt(household.timeZone, clock.now());
}
