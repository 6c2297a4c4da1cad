import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { changed } from './changes.ts';
import { householdData, useHousehold, type HouseholdData, type Member } from './household.ts';
import { memberIn, reloadMe } from './session.ts';

export type Invitation = Dto['InvitationDto'];
export type NewMember = Dto['CreateMemberInput'];
export type MemberEdit = Dto['UpdateMemberInput'];
export type Away = Member['awayPeriods'][number];
export type Days = { readonly from: string; readonly to: string | null };
export type AbsencePreview = Dto['EditPreviewDto'];

const key = () => ({ 'Idempotency-Key': newId() });

/** Who looks at the page, as the household knows them; what they may do decides what is offered, the service decides what is done. */
export function useMyself(): {
  readonly self: Member | undefined;
  readonly isOwner: boolean;
  readonly isGrownUp: boolean;
  /** Whether they speak for that member: as an owner, as themselves, or as who looks after them. */
  readonly speaksFor: (member: Member) => boolean;
} {
  const household = useHousehold();
  const id = memberIn(household.id);
  const self = id === null ? undefined : household.member(id);
  const isOwner = household.household.value?.role === 'OWNER';
  const isGrownUp = self?.group === 'ADULT';
  return {
    self,
    isOwner,
    isGrownUp,
    speaksFor: (member) =>
      isGrownUp && (isOwner || member.id === id || (id !== null && member.managerIds.includes(id))),
  };
}

export const createMember = (household: HouseholdData, body: NewMember) =>
  changed(
    household,
    api.POST('/v1/households/{householdId}/members', {
      params: { path: { householdId: household.id } },
      headers: key(),
      body,
    }),
  );

export const changeMember = (householdId: string, memberId: string, body: MemberEdit) =>
  changed(
    householdData(householdId),
    api.PATCH('/v1/households/{householdId}/members/{memberId}', {
      params: { path: { householdId, memberId } },
      headers: key(),
      body,
    }),
  );

/** Takes somebody out; of oneself see {@link leaveHousehold}. */
export const removeMember = (household: HouseholdData, memberId: string) =>
  changed(
    household,
    api.DELETE('/v1/households/{householdId}/members/{memberId}', {
      params: { path: { householdId: household.id, memberId } },
      headers: key(),
    }),
  );

/**
 * Nothing of the household is left here.
 * @throws ApiError LAST_OWNER: then nothing has happened
 */
export async function leaveHousehold(household: HouseholdData, memberId: string): Promise<void> {
  await ok(
    api.DELETE('/v1/households/{householdId}/members/{memberId}', {
      params: { path: { householdId: household.id, memberId } },
    }),
  );
  await reloadMe();
  await household.forget();
}

const ofMember = (household: HouseholdData, memberId: string) => ({
  path: { householdId: household.id, memberId },
});

/** Whose turns would change; writes nothing. `periods`: all that the member would be away, not only what is new. */
export const previewAbsence = (
  household: HouseholdData,
  memberId: string,
  periods: readonly Days[],
  signal: AbortSignal,
): Promise<AbsencePreview> =>
  value(
    api.POST('/v1/households/{householdId}/members/{memberId}/preview', {
      params: ofMember(household, memberId),
      body: { awayPeriods: periods.map(({ from, to }) => ({ from, to })) },
      signal,
    }),
  );

export const addAway = (household: HouseholdData, memberId: string, body: Days) =>
  changed(
    household,
    api.POST('/v1/households/{householdId}/members/{memberId}/away', {
      params: ofMember(household, memberId),
      headers: key(),
      body,
    }),
  );

export const changeAway = (
  household: HouseholdData,
  memberId: string,
  awayPeriodId: string,
  body: Partial<Days>,
) =>
  changed(
    household,
    api.PATCH('/v1/households/{householdId}/members/{memberId}/away/{awayPeriodId}', {
      params: { path: { householdId: household.id, memberId, awayPeriodId } },
      headers: key(),
      body,
    }),
  );

const tried = (household: HouseholdData, memberId: string, awayPeriodId: string) => ({
  path: { householdId: household.id, memberId, awayPeriodId },
  query: { dryRun: true },
});

/** Whose turns {@link changeAway} would change; writes nothing. */
export const previewAwayChange = async (
  household: HouseholdData,
  memberId: string,
  awayPeriodId: string,
  body: Partial<Days>,
  signal: AbortSignal,
): Promise<AbsencePreview> =>
  (await value(
    api.PATCH('/v1/households/{householdId}/members/{memberId}/away/{awayPeriodId}', {
      params: tried(household, memberId, awayPeriodId),
      body,
      signal,
    }),
  )) as AbsencePreview;

/** Whose turns {@link removeAway} would change; writes nothing. */
export const previewAwayRemoval = (
  household: HouseholdData,
  memberId: string,
  awayPeriodId: string,
  signal: AbortSignal,
): Promise<AbsencePreview> =>
  value(
    api.DELETE('/v1/households/{householdId}/members/{memberId}/away/{awayPeriodId}', {
      params: tried(household, memberId, awayPeriodId),
      signal,
    }),
  );

export const removeAway = (household: HouseholdData, memberId: string, awayPeriodId: string) =>
  changed(
    household,
    api.DELETE('/v1/households/{householdId}/members/{memberId}/away/{awayPeriodId}', {
      params: { path: { householdId: household.id, memberId, awayPeriodId } },
      headers: key(),
    }),
  );

export const listInvitations = (householdId: string): Promise<readonly Invitation[]> =>
  value(
    api.GET('/v1/households/{householdId}/invitations', {
      params: { path: { householdId }, query: { limit: 100 } },
    }),
  );

/** The answer alone holds the link: nobody can be shown it again. */
export const invite = (householdId: string, body: Dto['CreateInvitationInput']): Promise<Invitation> =>
  value(api.POST('/v1/households/{householdId}/invitations', { params: { path: { householdId } }, body }));

/** A link by which an account becomes this member, who has none yet; as {@link invite}. */
export const inviteAs = (
  household: HouseholdData,
  memberId: string,
  body: Dto['InviteMemberInput'],
): Promise<Invitation> =>
  value(
    api.POST('/v1/households/{householdId}/members/{memberId}/invitations', {
      params: ofMember(household, memberId),
      body,
    }),
  );

export async function revokeInvitation(householdId: string, invitationId: string): Promise<void> {
  await ok(
    api.DELETE('/v1/households/{householdId}/invitations/{invitationId}', {
      params: { path: { householdId, invitationId } },
    }),
  );
}
