import type { Account } from '../../domain/accounts/account.js';
import type { Group, Household, Role } from '../../domain/households/household.js';
import type { Display } from '../../domain/displays/display.js';
import type { DateRange } from '../../domain/shared/civil-date.js';
import type { MemberId, SessionId, UserId } from '../../domain/shared/ids.js';
import { civilMomentAt, type CivilMoment } from '../../domain/shared/zone.js';
import type { Clock } from './ports.js';

/** The authenticated user who sends a request. */
export type Caller = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly account: Pick<Account, 'locale' | 'timeZone'>;
};

/**
 * A caller who is an active member of the household of the request. `memberId` acts in the household. `userId`
 * is the account, which has sessions, e-mail, devices and connections.
 */
export type MemberCaller = Caller & {
  readonly memberId: MemberId;
  readonly household: Household;
  readonly role: Role;
  /** The group that determines the caller's rights (see domain/households/rights). */
  readonly group: Group;
  /**
   * The display that sends the request. `memberId` is the member who was chosen on it or, if nobody is chosen,
   * the display's own id. Account and session are the display's own ids too. They belong to no member, so the
   * display sees nothing personal.
   */
  readonly display?: CallingDisplay;
  /** False if the household has no stored pause, so that pauses need not be read. */
  readonly hasPauses?: boolean;
  /** False if the household was not linked to a calendar when the request began. Missing means unknown. */
  readonly hasCalendarLink?: boolean;
};

export type CallingDisplay = Pick<Display, 'id' | 'kind' | 'name' | 'memberId' | 'firstDate' | 'lastDate'> & {
  /** The dates that the display shows. null means all dates. */
  readonly dates: DateRange | null;
};

/**
 * Returns the id that decides which personal rows the caller sees: the member or, on a display, the id of the
 * display. So a display shows nothing personal, no matter who acts on it.
 */
export function viewerOf({ memberId, display }: Pick<MemberCaller, 'memberId' | 'display'>): MemberId {
  return display === undefined ? memberId : (display.id as string as MemberId);
}

/** Returns the date and time on the household's wall clock. */
export function householdNow({ household }: MemberCaller, clock: Clock): CivilMoment {
  return civilMomentAt(household.timeZone, clock.now());
}
