import { refusal, type Answer } from './answers.js';
import type { Role, StoredCalendar } from './calendars.js';
import type { Call } from './call.js';
import { checkEventId, contentOf, merged } from './event-input.js';
import { checkRange, momentOf, momentView, sameMoment } from './event-times.js';
import { eventView, type Reader } from './event-view.js';
import { etagOf, type StoredEvent } from './event.js';
import { generatedEventId } from './random.js';
import { visibleEvent } from './visible.js';
import type { World } from './world.js';

export type Place = { readonly calendar: StoredCalendar; readonly role: Role };

type Body = Readonly<Record<string, unknown>>;

/** The methods `events.get`, `insert`, `update`, `patch` and `delete`. */
export const eventEndpoints = {
  get(world: World, { calendar, role }: Place, call: Call): Answer {
    const event = visibleEvent(world, calendar, call.eventId);
    if (event === undefined) throw refusal('notFound');
    return shown(calendar, event, { role, behaviour: world.behaviour, timeZone: zoneOf(call) });
  },

  insert(world: World, { calendar, role }: Place, call: Call): Answer {
    mustWrite(role);
    const body = bodyOf(call);
    const id = typeof body['id'] === 'string' ? checkEventId(body['id']) : generatedEventId();
    if (calendar.find(id) !== undefined) throw refusal('duplicate');
    const event = stored(body, {
      ...{ id, createdAt: world.clock.now(), organizer: calendar.id, eventType: 'default' },
      ...{ purged: false, noise: false, stamp: world.clock.stamp() },
      sequence: typeof body['sequence'] === 'number' ? body['sequence'] : 0,
    });
    calendar.store(event);
    return { ...shown(calendar, event, { role, behaviour: world.behaviour }), effect: 'created' };
  },

  /** PUT: fields that the body leaves out are cleared. `start` and `end` are required. */
  update(world: World, place: Place, call: Call): Answer {
    return change(world, place, call, bodyOf(call));
  },

  patch(world: World, place: Place, call: Call): Answer {
    const current = place.calendar.find(call.eventId);
    if (current === undefined) return refuseUnknown(place.role);
    return change(world, place, call, merged(inputOf(place.calendar, current), bodyOf(call)) as Body);
  },

  delete(world: World, { calendar, role }: Place, call: Call): Answer {
    mustWrite(role);
    const current = calendar.find(call.eventId);
    if (current === undefined) throw refusal('notFound');
    if (current.status === 'cancelled') throw refusal('deleted');
    mustMatch(current, call);
    calendar.store({ ...current, status: 'cancelled', stamp: world.clock.stamp() });
    return { status: 204, effect: 'deleted' };
  },
};

function change(world: World, { calendar, role }: Place, call: Call, body: Body): Answer {
  mustWrite(role);
  const { clock, behaviour } = world;
  const current = calendar.find(call.eventId);
  if (current === undefined) throw refusal('notFound');
  const dead = current.status === 'cancelled' && (current.purged || body['status'] !== 'confirmed');
  if (dead && behaviour.forbidsBeforeMatching) throw refusal('forbidden');
  mustMatch(current, call);
  if (dead) throw refusal('forbidden');
  if (current.organizer !== calendar.id) throw refusal('forbiddenForNonOrganizer');
  const sequence = typeof body['sequence'] === 'number' ? body['sequence'] : 0;
  if (sequence < current.sequence) throw refusal('invalidSequence');
  const draft = stored(body, { ...current, sequence });
  const moved = !sameMoment(draft.start, current.start) || !sameMoment(draft.end, current.end);
  const next = moved && sequence === current.sequence ? { ...draft, sequence: sequence + 1 } : draft;
  const changed = !isSame(next, current);
  const touched = !isSame(withoutReminders(next), withoutReminders(current));
  const keepsEtag = changed ? !touched : behaviour.keepsEtagOfNoOp;
  const event = calendar.store(keepsEtag ? next : { ...next, stamp: clock.stamp() });
  return { ...shown(calendar, event, { role, behaviour }), effect: changed ? 'updated' : 'none' };
}

function stored(body: Body, kept: Omit<StoredEvent, 'start' | 'end' | 'status' | 'content'>): StoredEvent {
  const [start, end] = [momentOf(body['start'], 'invalidStart'), momentOf(body['end'], 'invalidEnd')];
  checkRange(start, end);
  const status =
    body['status'] === 'cancelled' || body['status'] === 'tentative' ? body['status'] : 'confirmed';
  return { ...kept, status, start, end, content: contentOf(body) };
}

/** Returns the body that a client would send to store the event unchanged. A patch is merged into it. */
function inputOf(calendar: StoredCalendar, { start, end, status, sequence, content }: StoredEvent): Body {
  const zone = calendar.fields.timeZone;
  return { ...content, status, sequence, start: momentView(start, zone), end: momentView(end, zone) };
}

const isSame = (a: object, b: object): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

const withoutReminders = ({ content, ...event }: StoredEvent) => ({
  ...event,
  content: { ...content, reminders: undefined },
});

function shown(calendar: StoredCalendar, event: StoredEvent, reader: Reader): Answer {
  return { status: 200, body: eventView(calendar, event, reader), headers: { etag: etagOf(event) } };
}

function mustWrite(role: Role): void {
  if (role === 'reader' || role === 'freeBusyReader') throw refusal('requiredAccessLevel');
}

function refuseUnknown(role: Role): never {
  mustWrite(role);
  throw refusal('notFound');
}

function mustMatch(event: StoredEvent, { headers }: Call): void {
  const wanted = headers['if-match'];
  if (wanted !== undefined && wanted !== '*' && wanted !== etagOf(event)) throw refusal('conditionNotMet');
}

export function bodyOf({ body }: Call): Body {
  try {
    return JSON.parse(body) as Body;
  } catch {
    throw refusal('parseError');
  }
}

const zoneOf = ({ query }: Call): string | undefined => query.get('timeZone') ?? undefined;
