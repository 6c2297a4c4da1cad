import type { Locale } from '../shared/locale.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { AwayPeriodId, CategoryId, HouseholdId, MemberId, UserId } from '../shared/ids.js';
import type { Instant, TimeZone } from '../shared/zone.js';
import type { AwayPeriod } from '../rotation/away.js';

export const ROLES = ['OWNER', 'MEMBER'] as const;
export type Role = (typeof ROLES)[number];

/** The kind of a member: an adult, a child, a pet, or a guest who stays for some days. */
export const GROUPS = ['ADULT', 'CHILD', 'PET', 'GUEST'] as const;
export type Group = (typeof GROUPS)[number];

export const DEFAULT_CALENDAR_TITLE_FORMAT = '{title} · {members}';

/**
 * Returns true if the format contains `{title}`. Without it, the events of different tasks would look the
 * same.
 */
export function isCalendarTitleFormat(text: string): boolean {
  return text.includes('{title}');
}

export type Household = {
  readonly id: HouseholdId;
  readonly name: string;
  readonly timeZone: TimeZone;
  readonly locale: Locale;
  readonly weekStartsOn: Weekday;
  readonly calendarTitleFormat: string;
  /** The minutes assumed for a task without a duration. */
  readonly defaultEffortMinutes: number;
  readonly createdAt: Instant;
};

/** An absence that a member has entered. */
export type Absence = AwayPeriod & { readonly id: AwayPeriodId };

/** The weight of a member who is expected to do a full share of the work. */
export const FULL_WEIGHT = 100;

export type Member = {
  readonly id: MemberId;
  readonly householdId: HouseholdId;
  /**
   * The account of the member. It is kept after the member leaves, so that a returning member is recognised.
   * null if the account was erased, or for a member without an account (`isProxy`).
   */
  readonly accountId: UserId | null;
  /** The member's name in this household. null means that the name of the account is used. */
  readonly displayName: string | null;
  readonly role: Role;
  /** The member's colour as `#rrggbb`. */
  readonly color: string;
  readonly joinedAt: Instant;
  /**
   * When the member left; null for a current member. The row is kept because past work shows the member's
   * name.
   */
  readonly leftAt: Instant | null;
  /** The absences, sorted by `sortAbsences` in domain/households/away. */
  readonly awayPeriods: readonly Absence[];
  /** How much work is expected of the member compared with others, from 0 to 100. */
  readonly weight: number;
  /**
   * True if the member has no account. Such a member has a name of their own and the role MEMBER. Other
   * members act for them.
   */
  readonly isProxy: boolean;
  readonly group: Group;
  /** True if rotations may name the member. A member who takes no turns can still be assigned to tasks. */
  readonly takesTurns: boolean;
  /** The active members with an account who manage this member and receive their notifications. */
  readonly managerIds: readonly MemberId[];
  /** The first day of a member's stay; `activeUntil` is the last day. null means no limit. */
  readonly activeFrom: CivilDate | null;
  readonly activeUntil: CivilDate | null;
  /** True if the member has a PIN. A display then asks for it before somebody can act as this member. */
  readonly hasPin: boolean;
};

export type Category = {
  readonly id: CategoryId;
  readonly householdId: HouseholdId;
  readonly name: string;
  readonly color: string | null;
  readonly icon: string | null;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/**
 * Colours that are easy to distinguish. A new member gets the first one that no active member uses. If all are used,
 * one of them is used again.
 */
const MEMBER_COLORS = [
  '#2563eb',
  '#dc2626',
  '#16a34a',
  '#d97706',
  '#9333ea',
  '#0891b2',
  '#db2777',
  '#65a30d',
  '#475569',
  '#b45309',
];

export function nextMemberColor(taken: readonly string[]): string {
  return (
    MEMBER_COLORS.find((color) => !taken.includes(color)) ??
    (MEMBER_COLORS[taken.length % MEMBER_COLORS.length] as string)
  );
}
