import type { Account } from '../../domain/accounts/account.js';
import type { Group, Household, Role } from '../../domain/households/household.js';
import type { DateRange, Display } from '../../domain/displays/display.js';
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
  /**
   * On which display it is asked: `memberId` is whoever was chosen there, and the display itself while nobody is; account
   * and session stand for it too. Its own ids are nobody's, so nothing personal is theirs.
   */
  readonly display?: CallingDisplay;
  /** Whether the household has pauses that nobody ended: who has none never asks for them. */
  readonly hasPauses?: boolean;
};

export type CallingDisplay = Pick<Display, 'id' | 'kind' | 'name' | 'memberId' | 'firstDate' | 'lastDate'> & {
  /** The dates that it shows; null: all. */
  readonly dates: DateRange | null;
};

/** As whom the caller sees: on a display as nobody, whoever acts. */
export function viewerOf({ memberId, display }: Pick<MemberCaller, 'memberId' | 'display'>): MemberId {
  return display === undefined ? memberId : (display.id as string as MemberId);
}

/** What the clock on the household's wall shows: the source of every "today". */
export function householdNow({ household }: MemberCaller, clock: Clock): CivilMoment {
  return civilMomentAt(household.timeZone, clock.now());
}
