import type { Effects } from '../../../domain/calendar/effects.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { MirrorEntry } from '../../../domain/calendar/mirrored-event.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import type { UnitOfWorkScope } from '../../composition/unit-of-work.js';
import type { MirrorRun } from './mirror-run.js';
import { notifyPublishingFailed, notifyCalendarInvalid } from './notify-calendar-problem.js';

/**
 * Reads an occurrence with its calendar event, calls `decide` with them, and stores the effects of the decision:
 * changes of the link, the event, the sync status and the failures, and a notification of the members. All of this
 * happens in one transaction. Returns the decision.
 */
export function applyDecision<Decision extends { readonly effects: Effects }>(
  run: MirrorRun,
  id: OccurrenceId,
  decide: (entry: MirrorEntry, link: CalendarLink, scope: UnitOfWorkScope) => Decision | Promise<Decision>,
): Promise<Decision> {
  return run.fenced(async (scope, link) => {
    const entry = await scope.calendarMirror.entry(run.household.id, id);
    const decision = await decide(entry, link, scope);
    await applyEffects(scope, link, id, entry, decision.effects);
    return decision;
  });
}

async function applyEffects(
  scope: UnitOfWorkScope,
  link: CalendarLink,
  id: OccurrenceId,
  { occurrence }: MirrorEntry,
  { link: changed, event, sync, failures, notification }: Effects,
): Promise<void> {
  const { calendarLinks, calendarMirror } = scope;
  const { householdId } = link;
  if (changed !== undefined) await calendarLinks.save(changed);
  if (event === null) await calendarMirror.removeEvent(householdId, id);
  else if (event !== undefined) await calendarMirror.saveEvent(event);
  if (sync !== undefined) await calendarMirror.saveSync(householdId, id, sync);
  if (failures === null) await calendarMirror.removeFailures(householdId, id);
  else if (failures !== undefined) await calendarMirror.saveFailures(failures);
  if (notification === 'failed' && occurrence !== null) await notifyPublishingFailed(scope, link, occurrence);
  else if (notification !== undefined && notification !== 'failed')
    await notifyCalendarInvalid(scope, link, notification);
}
