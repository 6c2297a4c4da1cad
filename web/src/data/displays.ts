import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { waitForChange } from './changes.ts';
import type { HouseholdData } from './household.ts';

/**
 * A device or link that shows the household without an account: a tablet on the wall (a display), or a guest link (a
 * pass).
 */
export type Display = Dto['DisplayDto'];
/** A new display with its pairing code. The service returns the code only in this answer. */
export type NewDisplay = Dto['NewDisplayDto'];
/** A new pass with its link. The service returns the link only in this answer. */
export type NewPass = Dto['NewPassDto'];

/** How many minutes the pairing code of a display is valid. */
export const CODE_MINUTES = 10;
/** A pass is valid for at most this many days from today. */
export const PASS_DAYS = 60;
export const PIN_PATTERN = '[0-9]{4,8}';

const key = () => ({ 'Idempotency-Key': newId() });

/** Returns the displays, oldest first. Owners see all; managers see the passes of the members they manage. */
export const listDisplays = (householdId: string): Promise<readonly Display[]> =>
  value(api.GET('/v1/households/{householdId}/displays', { params: { path: { householdId } } }));

export const createDisplay = (householdId: string, name: string): Promise<NewDisplay> =>
  value(
    api.POST('/v1/households/{householdId}/displays', {
      params: { path: { householdId } },
      headers: key(),
      body: { name },
    }),
  );

/** Removes a display. It stops showing the household immediately. */
export async function removeDisplay(householdId: string, displayId: string): Promise<void> {
  await ok(
    api.DELETE('/v1/households/{householdId}/displays/{displayId}', {
      params: { path: { householdId, displayId } },
      headers: key(),
    }),
  );
}

const ofMember = (household: HouseholdData, memberId: string) => ({
  path: { householdId: household.id, memberId },
});

/**
 * Creates a guest link. With it, a member without an account sees the shared tasks and ticks those that they may
 * tick, until the end of the day `until`.
 */
export const issuePass = (household: HouseholdData, memberId: string, until: string): Promise<NewPass> =>
  value(
    api.POST('/v1/households/{householdId}/members/{memberId}/pass', {
      params: ofMember(household, memberId),
      headers: key(),
      body: { until },
    }),
  );

/** Sets the PIN that must be typed on a display before somebody can act there as this member. */
export const setPin = (household: HouseholdData, memberId: string, pin: string) =>
  waitForChange(
    household,
    api.PUT('/v1/households/{householdId}/members/{memberId}/pin', {
      params: ofMember(household, memberId),
      headers: key(),
      body: { pin },
    }),
  );

export const removePin = (household: HouseholdData, memberId: string) =>
  waitForChange(
    household,
    api.DELETE('/v1/households/{householdId}/members/{memberId}/pin', {
      params: ofMember(household, memberId),
      headers: key(),
    }),
  );
