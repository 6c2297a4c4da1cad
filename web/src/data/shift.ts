import { api, newId, value, type Dto } from '../api/client.ts';
import { changed } from './changes.ts';
import type { HouseholdData } from './household.ts';

export type ShiftInput = Omit<Dto['ShiftInput'], 'dryRun'>;
export type Shifted = Dto['MadeShiftDto'];

const PATH = '/v1/households/{householdId}/shift';
const of = ({ id }: HouseholdData) => ({ path: { householdId: id } });

/** Writes nothing. */
export const previewShift = (
  household: HouseholdData,
  body: ShiftInput,
  signal: AbortSignal,
): Promise<Shifted> =>
  value(api.POST(PATH, { params: of(household), body: { ...body, dryRun: true }, signal }));

/** Moves it for good; what it touches in great number cannot be undone, which the answer says. */
export const shiftByDays = (household: HouseholdData, body: ShiftInput) =>
  changed(
    household,
    api.POST(PATH, { params: of(household), headers: { 'Idempotency-Key': newId() }, body }),
  );
