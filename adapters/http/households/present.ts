import { Type, type Static } from 'typebox';
import type { HouseholdDetail } from '../../../application/households/create-household.js';
import type { HouseholdSummary, NamedMember } from '../../../application/households/ports.js';
import { LOCALES, ROLES, type Category } from '../../../domain/households/household.js';
import type { Weekday } from '../../../domain/shared/civil-date.js';
import { WEEK_STARTS } from './schema.js';
import { date, instant, nullable, oneOf, presentInstant, uuid } from '../schema/common.js';
import type { IssuedInvitation } from '../../../application/households/create-invitation.js';
import { joinLink } from '../../../application/shared/links.js';
import type { Invitation } from '../../../domain/households/invitation.js';

export const MemberDto = Type.Object(
  {
    id: uuid(),
    displayName: Type.String(),
    role: oneOf(ROLES),
    color: Type.String(),
    joinedAt: instant(),
    leftAt: nullable(instant()),
    awayPeriods: Type.Array(Type.Object({ from: date(), to: date() })),
  },
  { title: 'MemberDto' },
);

export const HouseholdDto = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    timeZone: Type.String(),
    locale: oneOf(LOCALES),
    weekStartsOn: oneOf(WEEK_STARTS),
    calendarTitleFormat: Type.String(),
    role: oneOf(ROLES),
    memberCount: Type.Integer(),
    createdAt: instant(),
    members: Type.Optional(Type.Array(MemberDto, { description: 'only in detail views' })),
  },
  { title: 'HouseholdDto' },
);
type HouseholdDto = Static<typeof HouseholdDto>;

export const CategoryDto = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    color: nullable(Type.String()),
    icon: nullable(Type.String()),
    createdAt: instant(),
  },
  { title: 'CategoryDto' },
);

export function presentHousehold({ household, role, memberCount }: HouseholdSummary): HouseholdDto {
  return {
    id: household.id,
    name: household.name,
    timeZone: household.timeZone,
    locale: household.locale,
    weekStartsOn: weekStart(household.weekStartsOn),
    calendarTitleFormat: household.calendarTitleFormat,
    role,
    memberCount,
    createdAt: presentInstant(household.createdAt),
  };
}

const weekStart = (weekday: Weekday) => weekday.toUpperCase() as Uppercase<Weekday>;

export function presentHouseholdDetail(detail: HouseholdDetail): HouseholdDto {
  return { ...presentHousehold(detail), members: detail.members.map(presentMember) };
}

export function presentMember(member: NamedMember): Static<typeof MemberDto> {
  return {
    id: member.id,
    displayName: member.name,
    role: member.role,
    color: member.color,
    joinedAt: presentInstant(member.joinedAt),
    leftAt: presentInstant(member.leftAt),
    awayPeriods: member.awayPeriods.map(({ from, to }) => ({ from, to })),
  };
}

export function presentCategory(category: Category): Static<typeof CategoryDto> {
  return {
    id: category.id,
    name: category.name,
    color: category.color,
    icon: category.icon,
    createdAt: presentInstant(category.createdAt),
  };
}

export const InvitationDto = Type.Object(
  {
    id: uuid(),
    email: nullable(Type.String({ format: 'idn-email' })),
    url: nullable(
      Type.String({ description: 'only in the answer that creates it, since it holds the token' }),
    ),
    token: Type.Optional(Type.String({ description: 'only in the answer that creates it' })),
    mailed: Type.Optional(
      Type.Boolean({
        description:
          'only in the answer that creates it: whether a mail is on its way. None is when the address of the inviter is not verified, or when the invited one has had three in a day; the link can be handed over all the same',
      }),
    ),
    expiresAt: instant(),
    maxUses: Type.Integer(),
    uses: Type.Integer(),
    revokedAt: nullable(instant()),
    createdBy: uuid(),
    createdAt: instant(),
  },
  { title: 'InvitationDto' },
);
type InvitationDto = Static<typeof InvitationDto>;

/** Once given out, the link is nobody's to read again. */
export function presentInvitation(invitation: Invitation): InvitationDto {
  return {
    id: invitation.id,
    email: invitation.email,
    url: null,
    expiresAt: presentInstant(invitation.expiresAt),
    maxUses: invitation.maxUses,
    uses: invitation.uses,
    revokedAt: presentInstant(invitation.revokedAt),
    createdBy: invitation.createdBy,
    createdAt: presentInstant(invitation.createdAt),
  };
}

export function presentIssuedInvitation(
  { invitation, token, mailed }: IssuedInvitation,
  webBaseUrl: string,
): InvitationDto {
  return { ...presentInvitation(invitation), url: joinLink(webBaseUrl, token), token, mailed };
}
