import type { Effects } from '../../../domain/calendar/effects.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { MirrorEntry } from '../../../domain/calendar/mirrored-event.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import type { UnitOfWorkScope } from '../../shared/unit-of-work.js';
import { tellFailed, tellInvalid } from './tell-episode.js';

/** Stores and tells what was decided about an occurrence; `link` and `entry` as they were read in this transaction. */
export async function applyEffects(
  scope: UnitOfWorkScope,
  link: CalendarLink,
  id: OccurrenceId,
  { occurrence }: Pick<MirrorEntry, 'occurrence'>,
  effects: Effects,
): Promise<void> {
  const { calendarMirror } = scope;
  const { householdId } = link;
  if (effects.link !== undefined) await calendarMirror.saveLink(effects.link);
  if (effects.event === null) await calendarMirror.removeEvent(householdId, id);
  else if (effects.event !== undefined) await calendarMirror.saveEvent(effects.event);
  if (effects.sync !== undefined) await calendarMirror.saveSync(householdId, id, effects.sync);
  if (effects.failures !== undefined) await calendarMirror.saveFailures(householdId, id, effects.failures);
  if (effects.tell === undefined) return;
  if (effects.tell !== 'failed') await tellInvalid(scope, link, effects.tell);
  else if (occurrence !== null) await tellFailed(scope, link, occurrence);
}
