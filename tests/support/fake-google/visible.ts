import type { StoredCalendar } from './calendars.js';
import type { StoredEvent } from './event.js';
import type { World } from './world.js';

/** Returns the event as readers see it: its current state, or an older one if `staleReadMs` is set. */
export function visibleEvent(
  { clock, behaviour }: World,
  calendar: StoredCalendar,
  id: string,
): StoredEvent | undefined {
  const until = (clock.now() - behaviour.staleReadMs) * 1000;
  const versions = calendar.events.get(id);
  if (behaviour.staleReadMs === 0) return versions?.at(-1);
  return versions?.findLast(({ stamp }) => stamp <= until);
}

export function visibleEvents(world: World, calendar: StoredCalendar): readonly StoredEvent[] {
  return [...calendar.events.keys()].flatMap((id) => visibleEvent(world, calendar, id) ?? []);
}
