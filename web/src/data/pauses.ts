import { api, newId, value, type Dto } from '../api/client.ts';
import { changed } from './changes.ts';
import type { HouseholdData } from './household.ts';

export type Pause = Dto['PauseDto'];
export type PauseInput = Omit<Dto['PauseInput'], 'dryRun'>;
export type PauseMode = Pause['mode'];
/** What it would do: how many dates, and the first of them. */
export type PausePreview = Pick<Dto['MadePauseDto'], 'affected' | 'dates' | 'complete'>;

const LIST = '/v1/households/{householdId}/pauses';
const key = () => ({ 'Idempotency-Key': newId() });
const of = ({ id }: HouseholdData) => ({ path: { householdId: id } });

/** Those that are under way or to come, and those that were over last. */
export const listPauses = (household: HouseholdData): Promise<readonly Pause[]> =>
  value(api.GET(LIST, { params: of(household) }));

/** Writes nothing. */
export const previewPause = (
  household: HouseholdData,
  body: PauseInput,
  signal: AbortSignal,
): Promise<PausePreview> =>
  value(api.POST(LIST, { params: of(household), body: { ...body, dryRun: true }, signal }));

export const createPause = (household: HouseholdData, body: PauseInput) =>
  changed(household, api.POST(LIST, { params: of(household), headers: key(), body }));

/** What {@link endPause} would do to dates; writes nothing. */
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

/** What still lies ahead of it is taken back; what it has held until today stays so. */
export const endPause = (household: HouseholdData, pauseId: string) =>
  changed(
    household,
    api.DELETE(`${LIST}/{pauseId}`, {
      params: { path: { householdId: household.id, pauseId } },
      headers: key(),
    }),
  );
