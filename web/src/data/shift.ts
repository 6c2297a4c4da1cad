import { api, newId, value, type Dto } from '../api/client.ts';
import { changed } from './changes.ts';
import type { HouseholdData } from './household.ts';

export type ShiftInput = Omit<Dto['ShiftInput'], 'dryRun'>;
export type Shifted = Dto['MadeShiftDto'];

const PATH = '/v1/households/{householdId}/shift';
const of = ({ id }: HouseholdData) => ({ path: { householdId: id } });

/** Returns the effect of a shift. Nothing is saved. */
export const previewShift = (
  household: HouseholdData,
  body: ShiftInput,
  signal: AbortSignal,
): Promise<Shifted> =>
  value(api.POST(PATH, { params: of(household), body: { ...body, dryRun: true }, signal }));

/** Moves dates permanently by some days. A shift of very many dates cannot be undone; the answer says so. */
export const shiftByDays = (household: HouseholdData, body: ShiftInput) =>
  changed(
    household,
    api.POST(PATH, { params: of(household), headers: { 'Idempotency-Key': newId() }, body }),
  );
