import type { Locale } from '../shared/locale.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { AwayPeriodId, CategoryId, HouseholdId, MemberId, UserId } from '../shared/ids.js';
import type { Instant, TimeZone } from '../shared/zone.js';
import type { AwayPeriod } from '../rotation/away.js';

export const ROLES = ['OWNER', 'MEMBER'] as const;
export type Role = (typeof ROLES)[number];

/** Who somebody is in the household: grown up, a child, an animal, or here for some days. */
export const GROUPS = ['ADULT', 'CHILD', 'PET', 'GUEST'] as const;
export type Group = (typeof GROUPS)[number];

export const DEFAULT_CALENDAR_TITLE_FORMAT = '{title} · {members}';

/** An event that does not show the title of its task could not be told from the others. */
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
  /** The minutes of a task that does not say how long it takes. */
  readonly defaultEffortMinutes: number;
  readonly createdAt: Instant;
};

/** An away period that a member has said. */
export type Absence = AwayPeriod & { readonly id: AwayPeriodId };

/** The weight of a member who is expected to do a full share of the work. */
export const FULL_WEIGHT = 100;

export type Member = {
  readonly id: MemberId;
  readonly householdId: HouseholdId;
  /** Kept by whoever leaves, who is found by it when they come back; null: the account was erased, or `isProxy`. */
  readonly accountId: UserId | null;
  /** The name in this household; null: the account's own. */
  readonly displayName: string | null;
  readonly role: Role;
  /** `#rrggbb`. */
  readonly color: string;
  readonly joinedAt: Instant;
  /** Not null once the member has left; the row stays for the names of past work. */
  readonly leftAt: Instant | null;
  /** In order, see `inOrder` of domain/households/away. */
  readonly awayPeriods: readonly Absence[];
  /** How much of the work is expected of them beside others, 0 to 100. */
  readonly weight: number;
  /** Nobody signs in as them: they have a name of their own, no role but MEMBER, and others act for them. */
  readonly isProxy: boolean;
  readonly group: Group;
  /** Whether rotations may name them; whoever takes no turns may be responsible all the same. */
  readonly takesTurns: boolean;
  /** Active members with an account who look after them, and are told in their place. */
  readonly managerIds: readonly MemberId[];
  /** The first and the last day on which they are here; null: always, or for good. */
  readonly activeFrom: CivilDate | null;
  readonly activeUntil: CivilDate | null;
  /** Whether it takes a PIN to be them on a display. */
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

/** Colours that stay apart for the eye; a new member gets the first that nobody of the household has. */
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
