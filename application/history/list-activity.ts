import type { Activity } from '../../domain/history/activity.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { MemberCaller } from '../shared/caller.js';
import type { ActivityReader } from './ports.js';

/** What happened in the household, newest first. */
export function listActivity({ activities }: { activities: ActivityReader }) {
  return ({ household, userId }: MemberCaller, page: PageRequest): Promise<Page<Activity>> =>
    activities.list(household.id, userId, page);
}
