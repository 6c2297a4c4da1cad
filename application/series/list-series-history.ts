import type { SeriesId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { OccurrenceReader } from '../tasks/ports.js';
import type { SeriesReader } from './ports.js';

/** What was done and skipped of a repeating task, before its splits too, newest first; TASK_NOT_FOUND when the series is absent for the caller. */
export function listSeriesHistory({
  series,
  occurrences,
}: {
  series: SeriesReader;
  occurrences: OccurrenceReader;
}) {
  return async (caller: MemberCaller, id: SeriesId, page: PageRequest): Promise<Page<Occurrence>> => {
    const { household, userId } = caller;
    const found = await series.find(household.id, id, userId);
    if (found === null) throw taskNotFound();
    return occurrences.listHistory(household.id, found.taskId, userId, page);
  };
}
