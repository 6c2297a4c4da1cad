import { api, newId, value, type Dto } from '../api/client.ts';
import { waitForChange } from './changes.ts';
import type { HouseholdData } from './household.ts';

export type ShiftInput = Omit<Dto['ShiftInput'], 'dryRun'>;
export type ShiftResult = Dto['MadeShiftDto'];

const PATH = '/v1/households/{householdId}/shift';
const of = ({ id }: HouseholdData) => ({ path: { householdId: id } });

/** Returns which dates {@link shiftByDays} would move. Nothing is saved. */
export const previewShift = (
  household: HouseholdData,
  body: ShiftInput,
  signal: AbortSignal,
): Promise<ShiftResult> =>
  value(api.POST(PATH, { params: of(household), body: { ...body, dryRun: true }, signal }));

/**
 * Moves the dates of series and tasks permanently by some days. If very many dates move, this cannot be undone; the
 * answer then says `undoable: false`.
 */
export const shiftByDays = (household: HouseholdData, body: ShiftInput) =>
  waitForChange(
    household,
    api.POST(PATH, { params: of(household), headers: { 'Idempotency-Key': newId() }, body }),
  );
