import { api, value } from '../api/client.ts';
import type { HouseholdData } from './household.ts';
import type { AbsencePreview } from './people.ts';

/** The first and the last day on which a member is in the household. */
export type Stay = { readonly activeFrom: string | null; readonly activeUntil: string | null };

/** Returns whose turns would change if the member got this first and last day. Nothing is saved. */
export const previewStay = async (
  household: HouseholdData,
  memberId: string,
  stay: Stay,
  signal: AbortSignal,
): Promise<AbsencePreview> =>
  (await value(
    api.PATCH('/v1/households/{householdId}/members/{memberId}', {
      params: { path: { householdId: household.id, memberId }, query: { dryRun: true } },
      body: stay,
      signal,
    }),
  )) as AbsencePreview;
