import { api, newId, value, type Dto } from '../api/client.ts';
import { waitForChange } from './changes.ts';
import type { HouseholdData } from './household.ts';

export type Pause = Dto['PauseDto'];
export type PauseInput = Omit<Dto['PauseInput'], 'dryRun'>;
export type PauseMode = Pause['mode'];
/** The effect of a pause: how many dates it changes, and the first of these dates. */
export type PausePreview = Pick<Dto['MadePauseDto'], 'affected' | 'dates' | 'complete'>;

const LIST = '/v1/households/{householdId}/pauses';
const key = () => ({ 'Idempotency-Key': newId() });
const of = ({ id }: HouseholdData) => ({ path: { householdId: id } });

/** Returns the pauses that the user may see, by first day. Past ones that nobody has ended are included. */
export const listPauses = (household: HouseholdData): Promise<readonly Pause[]> =>
  value(api.GET(LIST, { params: of(household) }));

/** Returns how creating this pause would change dates. Nothing is saved. */
export const previewPause = (
  household: HouseholdData,
  body: PauseInput,
  signal: AbortSignal,
): Promise<PausePreview> =>
  value(api.POST(LIST, { params: of(household), body: { ...body, dryRun: true }, signal }));

export const createPause = (household: HouseholdData, body: PauseInput) =>
  waitForChange(household, api.POST(LIST, { params: of(household), headers: key(), body }));

/** Returns how {@link endPause} would change dates. Nothing is saved. */
export const previewPauseEnd = (
  household: HouseholdData,
  pauseId: string,
  signal: AbortSignal,
): Promise<Dto['EditPreviewDto']> =>
  value(
    api.DELETE(`${LIST}/{pauseId}`, {
      params: { path: { householdId: household.id, pauseId }, query: { dryRun: true } },
      signal,
    }),
  );

/** Ends a pause. Its effect on dates from today on is undone. Its effect on earlier dates stays. */
export const endPause = (household: HouseholdData, pauseId: string) =>
  waitForChange(
    household,
    api.DELETE(`${LIST}/{pauseId}`, {
      params: { path: { householdId: household.id, pauseId } },
      headers: key(),
    }),
  );
