import type { HouseholdDetail } from '../../../application/households/create-household.js';
import type {
  HouseholdSummary,
  InvitationDetail,
  NamedMember,
} from '../../../application/households/ports.js';
import { showEmail } from '../../../domain/accounts/email.js';
import { HOUSEHOLD_BYTES } from '../../../domain/attachments/attachment.js';
import { MEMBERS_LIMIT } from '../../../domain/households/membership.js';
import { GROUPS, ROLES } from '../../../domain/households/household.js';
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
  presenterOf,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, Ids, InstantField, OneOf } from '../../validation/values.js';

class MemberAwayPeriod {
  @Id() id!: string;

  @Description('The first day, in the time zone of the household.')
  @CivilDateField()
  from!: string;

  @Description('The last day, which is included. null means until further notice.')
  @OrNull()
  @CivilDateField()
  to!: string | null;
}

@Description('A person or pet of a household.')
export class MemberDto {
  @Description('The id of the membership. It is not the id of the account.')
  @Id()
  id!: string;

  @Description('The name in this household.')
  @PlainText()
  displayName!: string;

  @Description('An `OWNER` manages the household.')
  @OneOf(ROLES)
  role!: (typeof ROLES)[number];

  @Description('A colour, #rrggbb.')
  @PlainText()
  color!: string;

  @InstantField() joinedAt!: InstantText;

  @Description('The time at which the member left the household. null means that they are still a member.')
  @OrNull()
  @InstantField()
  leftAt!: InstantText | null;

  @Description('The absences, in which the member takes no turns.')
  @InlineMany(MemberAwayPeriod)
  awayPeriods!: readonly MemberAwayPeriod[];

  @Description('The share of the work that is expected of the member, from 0 to 100. 100 is a full share.')
  @Integer()
  weight!: number;

  @Description('True if the member has an account.')
  @Flag()
  hasAccount!: boolean;

  @Description('Decides what the member may do. A `GUEST` stays for some days.')
  @OneOf(GROUPS)
  group!: (typeof GROUPS)[number];

  @Description('True if rotations may name the member.')
  @Flag()
  takesTurns!: boolean;

  @Description(
    'Members with an account who act for this member. If it has no account, they get its ' + 'notifications.',
  )
  @Ids({ max: MEMBERS_LIMIT })
  managerIds!: readonly string[];

  @Description(
    'The first day of the stay, for a member who lives here only for some time. null means no limit.',
  )
  @OrNull()
  @CivilDateField()
  activeFrom!: string | null;

  @Description('The last day of the stay, which is included. null means no limit.')
  @OrNull()
  @CivilDateField()
  activeUntil!: string | null;

  @Description('True if a display asks for a PIN before it acts for the member.')
  @Flag()
  hasPin!: boolean;
}

class HouseholdStorage {
  @Description(
    'The size of the files that the caller may see. Files of personal tasks of other members are ' +
      'not counted, although they use the same storage.',
  )
  @Integer()
  usedBytes!: number;

  @Description('The largest size of all files of the household together.')
  @Integer()
  limitBytes!: number;
}

@Description('A household as the caller sees it.')
export class HouseholdDto {
  @Id() id!: string;
  @PlainText() name!: string;

  @Description('A time zone of the IANA database. All dates and times of tasks are in this zone.')
  @PlainText()
  timeZone!: string;

  @Description('The language of texts that the service writes for the whole household.')
  @OneOf(LOCALES)
  locale!: (typeof LOCALES)[number];

  @Description('The first day of the week.')
  @OneOf(WEEK_STARTS)
  weekStartsOn!: (typeof WEEK_STARTS)[number];

  @Description(
    'The format of the titles of calendar events. `{title}` stands for the title and `{members}` ' +
      'for the names of the assignees. It must contain `{title}`.',
  )
  @PlainText()
  calendarTitleFormat!: string;

  @Description('Minutes that count for a task without a duration.')
  @Integer()
  defaultEffortMinutes!: number;

  @Description('The role of the caller.')
  @OneOf(ROLES)
  role!: (typeof ROLES)[number];

  @Description('The id of the caller as a member of this household.')
  @Id()
  memberId!: string;

  @Description('The number of current members, including those without an account.')
  @Integer()
  memberCount!: number;

  @Inline(HouseholdStorage) storage!: HouseholdStorage;
  @InstantField() createdAt!: InstantText;

  @Description('The current and former members. They are included only in answers about a single household.')
  @Absent()
  @Many(MemberDto)
  members?: readonly MemberDto[];
}

@Description('A category of tasks.')
export class CategoryDto {
  @Id() id!: string;
  @PlainText() name!: string;

  @Description('A colour, #rrggbb. null means none.')
  @OrNull()
  @PlainText()
  color!: string | null;

  @Description('The name of an icon that clients know. null means none.')
  @OrNull()
  @PlainText()
  icon!: string | null;

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

/** Returns the answer to a request with which the caller became a member of the household. */
export const answerJoined = (detail: HouseholdDetail) => ({
  body: presentHouseholdDetail(detail),
  headers: { Location: `/v1/households/${detail.household.id}` },
});

export function presentMember(member: NamedMember): MemberDto {
  return presentFields(MemberDto, {
    ...member,
    displayName: member.name,
    hasAccount: member.accountId !== null,
  });
}

export const presentCategory = presenterOf(CategoryDto);

@Description('A link with which others can join a household.')
export class InvitationDto {
  @Id() id!: string;

  @Description(
    'Only the account with this address can accept the invitation. null means that anybody with the ' +
      'link can.',
  )
  @OrNull()
  @PlainText({ format: 'idn-email' })
  email!: string | null;

  @Description(
    'The link. Only the answer that creates the invitation contains it; in other answers it is null.',
  )
  @OrNull()
  @Secret()
  url!: string | null;

  @Description('The token. Only the answer that creates the invitation contains it.')
  @Absent()
  @Secret()
  token?: string;

  @Description(
    'True if the link is sent to `email`. Only the answer that creates the invitation contains it.',
  )
  @Absent()
  @Flag()
  mailed?: boolean;

  @Description('The time from which nobody can join with the invitation.')
  @InstantField()
  expiresAt!: InstantText;

  @Description('The number of people who can join with the invitation.')
  @Integer()
  maxUses!: number;

  @Description('The number of people who have joined with it.')
  @Integer()
  uses!: number;

  @Description('The time at which a member revoked the invitation. null means that nobody has.')
  @OrNull()
  @InstantField()
  revokedAt!: InstantText | null;

  @Description('The member without an account whom the accepting account becomes. null means a new member.')
  @OrNull()
  @Id()
  memberId!: string | null;

  @Description('The member who created the invitation.')
  @Id()
  createdBy!: string;

  @InstantField() createdAt!: InstantText;
}

class InvitedMember {
  @Id() id!: string;
  @PlainText() displayName!: string;
}

@Description('The household to which an invitation leads.')
export class InvitationPreviewDto {
  @PlainText() householdName!: string;

  @Description('The name of the inviter in the household.')
  @PlainText()
  invitedBy!: string;

  @Description('The number of current members, including those without an account.')
  @Integer()
  memberCount!: number;

  @Description('The language of the household.')
  @OneOf(LOCALES)
  locale!: (typeof LOCALES)[number];

  @Description('The time from which nobody can join with the invitation.')
  @InstantField()
  expiresAt!: InstantText;

  @Description('The existing member that the invited person becomes. null for a new member.')
  @OrNull()
  @Inline(InvitedMember)
  forMember!: InvitedMember | null;
}

export function presentInvited({
  invitation: { expiresAt },
  ...invited
}: InvitationDetail): InvitationPreviewDto {
  return presentFields(InvitationPreviewDto, { ...invited, expiresAt });
}

/** Presents an invitation without its token, which only the answer to its creation contains. */
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
