import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { waitForChange } from './changes.ts';
import { householdData, useHousehold, type HouseholdData, type Member } from './household.ts';
import { memberIn, reloadMe } from './session.ts';

export type Invitation = Dto['InvitationDto'];
export type NewMember = Dto['CreateMemberInput'];
export type MemberEdit = Dto['UpdateMemberInput'];
export type Away = Member['awayPeriods'][number];
export type OpenDateRange = { readonly from: string; readonly to: string | null };
export type AbsencePreview = Dto['EditPreviewDto'];

const key = () => ({ 'Idempotency-Key': newId() });

/**
 * Returns the member who uses this page and their role. The page uses them to decide what it offers. The service
 * decides what is allowed.
 */
export function useMyself(): {
  readonly self: Member | undefined;
  readonly isOwner: boolean;
  readonly isAdult: boolean;
  /**
   * Returns true if the caller is an adult and may decide for that member: as an owner, as that member, or as their
   * manager.
   */
  readonly speaksFor: (member: Member) => boolean;
} {
  const household = useHousehold();
  const id = memberIn(household.id);
  const self = id === null ? undefined : household.member(id);
  const isOwner = household.household.value?.role === 'OWNER';
  const isAdult = self?.group === 'ADULT';
  return {
    self,
    isOwner,
    isAdult,
    speaksFor: (member) =>
      isAdult && (isOwner || member.id === id || (id !== null && member.managerIds.includes(id))),
  };
}

export const createMember = (household: HouseholdData, body: NewMember) =>
  waitForChange(
    household,
    api.POST('/v1/households/{householdId}/members', {
      params: { path: { householdId: household.id } },
      headers: key(),
      body,
    }),
  );

export const changeMember = (householdId: string, memberId: string, body: MemberEdit) =>
  waitForChange(
    householdData(householdId),
    api.PATCH('/v1/households/{householdId}/members/{memberId}', {
      params: { path: { householdId, memberId } },
      headers: key(),
      body,
    }),
  );

/** Removes a member. To leave yourself, use {@link leaveHousehold}. */
export const removeMember = (household: HouseholdData, memberId: string) =>
  waitForChange(
    household,
    api.DELETE('/v1/households/{householdId}/members/{memberId}', {
      params: { path: { householdId: household.id, memberId } },
      headers: key(),
    }),
  );

/**
 * Leaves the household and deletes everything this device stores of it.
 * @throws ApiError LAST_OWNER if the member is the last owner; nothing has changed then
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

/**
 * Returns whose turns would change. Nothing is saved.
 * @param periods all absences of the member, not only the new one
 */
export const previewAbsence = (
  household: HouseholdData,
  memberId: string,
  periods: readonly OpenDateRange[],
  signal: AbortSignal,
): Promise<AbsencePreview> =>
  value(
    api.POST('/v1/households/{householdId}/members/{memberId}/preview', {
      params: ofMember(household, memberId),
      body: { awayPeriods: periods.map(({ from, to }) => ({ from, to })) },
      signal,
    }),
  );

export const addAway = (household: HouseholdData, memberId: string, body: OpenDateRange) =>
  waitForChange(
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
  body: Partial<OpenDateRange>,
) =>
  waitForChange(
    household,
    api.PATCH('/v1/households/{householdId}/members/{memberId}/away/{awayPeriodId}', {
      params: { path: { householdId: household.id, memberId, awayPeriodId } },
      headers: key(),
      body,
    }),
  );

const previewParams = (household: HouseholdData, memberId: string, awayPeriodId: string) => ({
  path: { householdId: household.id, memberId, awayPeriodId },
  query: { dryRun: true },
});

/** Returns whose turns {@link changeAway} would change. Nothing is saved. */
export const previewAwayChange = async (
  household: HouseholdData,
  memberId: string,
  awayPeriodId: string,
  body: Partial<OpenDateRange>,
  signal: AbortSignal,
): Promise<AbsencePreview> =>
  (await value(
    api.PATCH('/v1/households/{householdId}/members/{memberId}/away/{awayPeriodId}', {
      params: previewParams(household, memberId, awayPeriodId),
      body,
      signal,
    }),
  )) as AbsencePreview;

/** Returns whose turns {@link removeAway} would change. Nothing is saved. */
export const previewAwayRemoval = (
  household: HouseholdData,
  memberId: string,
  awayPeriodId: string,
  signal: AbortSignal,
): Promise<AbsencePreview> =>
  value(
    api.DELETE('/v1/households/{householdId}/members/{memberId}/away/{awayPeriodId}', {
      params: previewParams(household, memberId, awayPeriodId),
      signal,
    }),
  );

export const removeAway = (household: HouseholdData, memberId: string, awayPeriodId: string) =>
  waitForChange(
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

/** Creates an invitation. The service returns its link only in this answer. */
export const invite = (householdId: string, body: Dto['CreateInvitationInput']): Promise<Invitation> =>
  value(api.POST('/v1/households/{householdId}/invitations', { params: { path: { householdId } }, body }));

/**
 * Creates an invitation whose link connects an account to this member, who has none yet. The service returns
 * the link only in this answer.
 */
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
