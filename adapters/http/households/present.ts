import type { HouseholdDetail } from '../../../application/households/create-household.js';
import type {
  HouseholdSummary,
  InvitationDetail,
  NamedMember,
} from '../../../application/households/ports.js';
import { showEmail } from '../../../domain/accounts/email.js';
import { HOUSEHOLD_BYTES } from '../../../domain/attachments/attachment.js';
import { MEMBERS_LIMIT } from '../../../domain/households/membership.js';
import { GROUPS, ROLES, type Category } from '../../../domain/households/household.js';
import { LOCALES } from '../../../domain/shared/locale.js';
import type { Weekday } from '../../../domain/shared/civil-date.js';
import { WEEK_STARTS } from './schema.js';
import type { IssuedInvitation } from '../../../application/households/invitations.js';
import { joinLink } from '../../../application/shared/links.js';
import type { Invitation } from '../../../domain/households/invitation.js';
import {
  Inline,
  InlineMany,
  Integer,
  Many,
  PlainText,
  Secret,
  type InstantText,
  presentFields,
} from '../schema/output.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, Ids, InstantField, OneOf } from '../../validation/values.js';

class MemberAwayPeriod {
  @Id() id!: string;
  @CivilDateField() from!: string;
  @OrNull() @CivilDateField() to!: string | null;
}

export class MemberDto {
  @Id() id!: string;
  @PlainText() displayName!: string;
  @OneOf(ROLES) role!: (typeof ROLES)[number];
  @PlainText() color!: string;
  @InstantField() joinedAt!: InstantText;
  @OrNull() @InstantField() leftAt!: InstantText | null;
  @InlineMany(MemberAwayPeriod) awayPeriods!: readonly MemberAwayPeriod[];
  @Integer({ description: 'How much work is expected of the member, from 0 to 100. 100 is a full share.' })
  weight!: number;
  @Flag({ description: 'True if the member has an account.' }) hasAccount!: boolean;
  @OneOf(GROUPS) group!: (typeof GROUPS)[number];
  @Flag({ description: 'True if rotations may name the member.' }) takesTurns!: boolean;
  @Ids({ max: MEMBERS_LIMIT }) managerIds!: readonly string[];
  @OrNull() @CivilDateField() activeFrom!: string | null;
  @OrNull() @CivilDateField() activeUntil!: string | null;
  @Flag({ description: 'True if a display asks for a PIN before it acts for the member.' }) hasPin!: boolean;
}

class HouseholdStorage {
  @Integer({
    description:
      'Of the files that the caller may see. Files of personal tasks of others are not counted, although they use the same room.',
  })
  usedBytes!: number;
  @Integer() limitBytes!: number;
}

export class HouseholdDto {
  @Id() id!: string;
  @PlainText() name!: string;
  @PlainText() timeZone!: string;
  @OneOf(LOCALES) locale!: (typeof LOCALES)[number];
  @OneOf(WEEK_STARTS) weekStartsOn!: (typeof WEEK_STARTS)[number];
  @PlainText() calendarTitleFormat!: string;
  @Integer({ description: 'Minutes that count for a task without a duration.' })
  defaultEffortMinutes!: number;
  @OneOf(ROLES) role!: (typeof ROLES)[number];
  @Id() memberId!: string;
  @Integer() memberCount!: number;
  @Inline(HouseholdStorage) storage!: HouseholdStorage;
  @InstantField() createdAt!: InstantText;
  @Absent()
  @Many(MemberDto, { description: 'The members. They are present only in answers about a single household.' })
  members?: readonly MemberDto[];
}

export class CategoryDto {
  @Id() id!: string;
  @PlainText() name!: string;
  @OrNull() @PlainText() color!: string | null;
  @OrNull() @PlainText() icon!: string | null;
  @InstantField() createdAt!: InstantText;
}

export function presentHousehold({ household, storedBytes, ...summary }: HouseholdSummary): HouseholdDto {
  return presentFields(HouseholdDto, {
    ...household,
    weekStartsOn: weekStart(household.weekStartsOn),
    role: summary.role,
    memberId: summary.memberId,
    memberCount: summary.memberCount,
    storage: { usedBytes: storedBytes, limitBytes: HOUSEHOLD_BYTES },
  });
}

const weekStart = (weekday: Weekday) => weekday.toUpperCase() as Uppercase<Weekday>;

export function presentHouseholdDetail(detail: HouseholdDetail): HouseholdDto {
  return { ...presentHousehold(detail), members: detail.members.map(presentMember) };
}

export function presentMember(member: NamedMember): MemberDto {
  return presentFields(MemberDto, {
    ...member,
    displayName: member.name,
    hasAccount: member.accountId !== null,
  });
}

export function presentCategory(category: Category): CategoryDto {
  return presentFields(CategoryDto, category);
}

export class InvitationDto {
  @Id() id!: string;
  @OrNull() @PlainText({ format: 'idn-email' }) email!: string | null;
  @OrNull()
  @Secret({ description: 'The link. Only the answer that creates the invitation contains it.' })
  url!: string | null;
  @Absent()
  @Secret({ description: 'The token. Only the answer that creates the invitation contains it.' })
  token?: string;
  @Absent() @Flag() mailed?: boolean;
  @InstantField() expiresAt!: InstantText;
  @Integer() maxUses!: number;
  @Integer() uses!: number;
  @OrNull() @InstantField() revokedAt!: InstantText | null;
  @OrNull()
  @Id()
  memberId!: string | null;
  @Id() createdBy!: string;
  @InstantField() createdAt!: InstantText;
}

class InvitedMember {
  @Id() id!: string;
  @PlainText() displayName!: string;
}

export class InvitationPreviewDto {
  @PlainText() householdName!: string;
  @PlainText({ description: 'The name of the inviter in the household.' }) invitedBy!: string;
  @Integer() memberCount!: number;
  @OneOf(LOCALES) locale!: (typeof LOCALES)[number];
  @InstantField() expiresAt!: InstantText;
  @OrNull()
  @Inline(InvitedMember, {
    description: 'The existing member that the invited person becomes. Null for a new member.',
  })
  forMember!: InvitedMember | null;
}

export function presentInvited({
  invitation: { expiresAt },
  ...invited
}: InvitationDetail): InvitationPreviewDto {
  return presentFields(InvitationPreviewDto, { ...invited, expiresAt });
}

/** Presents an invitation without its token, which can be read only once. */
export function presentInvitation(invitation: Invitation): InvitationDto {
  const email = invitation.email === null ? null : showEmail(invitation.email);
  return presentFields(InvitationDto, { ...invitation, email, url: null });
}

export function presentIssuedInvitation(
  { invitation, token, mailed }: IssuedInvitation,
  webBaseUrl: string,
): InvitationDto {
  return { ...presentInvitation(invitation), url: joinLink(webBaseUrl, token), token, mailed };
}
