import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { changed } from './changes.ts';
import type { HouseholdData } from './household.ts';

/** A tablet on the wall, or the pass of a guest. */
export type Display = Dto['DisplayDto'];
/** The answer alone holds the code: nobody can be shown it again. */
export type NewDisplay = Dto['NewDisplayDto'];
/** As above, of a link. */
export type NewPass = Dto['NewPassDto'];

/** How long the code of a display is good for. */
export const CODE_MINUTES = 10;
/** The last day of a pass is at most so many days from today. */
export const PASS_DAYS = 60;
export const PIN_PATTERN = '[0-9]{4,8}';

const key = () => ({ 'Idempotency-Key': newId() });

/** For owners, and to whoever looks after somebody the passes of those; oldest first. */
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

/** It ends at once, whatever it shows just then. */
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

/** A link by which somebody without an account sees and ticks what is to do, until the end of that day. */
export const issuePass = (household: HouseholdData, memberId: string, until: string): Promise<NewPass> =>
  value(
    api.POST('/v1/households/{householdId}/members/{memberId}/pass', {
      params: ofMember(household, memberId),
      headers: key(),
      body: { until },
    }),
  );

/** What is to be typed on a display before somebody acts there as this member. */
export const setPin = (household: HouseholdData, memberId: string, pin: string) =>
  changed(
    household,
    api.PUT('/v1/households/{householdId}/members/{memberId}/pin', {
      params: ofMember(household, memberId),
      headers: key(),
      body: { pin },
    }),
  );

export const removePin = (household: HouseholdData, memberId: string) =>
  changed(
    household,
    api.DELETE('/v1/households/{householdId}/members/{memberId}/pin', {
      params: ofMember(household, memberId),
      headers: key(),
    }),
  );
