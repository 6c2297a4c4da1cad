import { WEEKDAYS, type Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { InputReader, NOT_A_MEMBER } from './input-reader.js';
import type { Rotation, RotationRequest } from './rotation.js';

export const ROTATION_LIMITS = {
  /** Slots of turns, members of a shuffle. */
  order: 50,
  /** People in one slot, on one day of a roster, in a fixed rotation: as many as a task may have. */
  together: 10,
  weeks: 52,
  length: 365,
  seed: 64,
} as const;

export type RotationReading = {
  /** Null exactly when there are problems. */
  readonly rotation: RotationRequest | null;
  readonly problems: readonly Problem[];
};

/**
 * Reads a rotation from untrusted JSON: all its problems at once, or the rotation with its defaults written out
 * (turns by occurrence, of length 1, from the first slot). Unknown fields are dropped. A slot of turns has
 * somebody in it; a roster day and a fixed rotation may be empty, which means unassigned. Whether those named are
 * members is asked afterwards, by {@link admitRotation}.
 */
export function readRotation(input: unknown): RotationReading {
  const reader = new InputReader();
  const rotation = readKind(reader, reader.object(input, ''));
  return { rotation: reader.problems.length === 0 ? rotation : null, problems: reader.problems };
}

/**
 * The rotation of these members only (for a PERSONAL task its author alone), a shuffle with `seed` where it names
 * none; or a problem for each place that names somebody else.
 */
export function admitRotation(
  request: RotationRequest,
  members: ReadonlySet<MemberId>,
  seed: string,
): { readonly rotation: Rotation; readonly problems: readonly Problem[] } {
  const problems = placesOf(request)
    .filter(({ member }) => !members.has(member))
    .map(({ field }) => ({ field, ...NOT_A_MEMBER }));
  const rotation = request.kind === 'shuffle' ? { ...request, seed: request.seed ?? seed } : request;
  return { rotation, problems };
}

/** Everybody whom the rotation names, with where. */
function placesOf(rotation: RotationRequest): { readonly member: MemberId; readonly field: string }[] {
  const listed = (members: readonly MemberId[] = [], field: string) =>
    members.map((member, place) => ({ member, field: `${field}[${place}]` }));
  switch (rotation.kind) {
    case 'fixed':
      return listed(rotation.members, 'members');
    case 'turns':
      return rotation.order.flatMap((slot, place) => listed(slot, `order[${place}]`));
    case 'roster':
      return rotation.weeks.flatMap((week, place) =>
        WEEKDAYS.flatMap((day) => listed(week[day], `weeks[${place}].${day}`)),
      );
    case 'shuffle':
      return listed(rotation.order, 'order');
  }
}

function readKind(
  reader: InputReader,
  input: Readonly<Record<string, unknown>> | null,
): RotationRequest | null {
  if (input === null) return null;
  const { together, order } = ROTATION_LIMITS;
  switch (input['kind']) {
    case 'fixed':
      return { kind: 'fixed', members: reader.members(input['members'], 'members', 0, together) };
    case 'turns':
      return readTurns(reader, input);
    case 'roster':
      return { kind: 'roster', weeks: readWeeks(reader, input['weeks'], 'weeks') };
    case 'shuffle':
      return {
        kind: 'shuffle',
        order: reader.members(input['order'], 'order', 1, order),
        ...(input['seed'] !== undefined &&
          input['seed'] !== null && { seed: reader.text(input['seed'], 'seed', ROTATION_LIMITS.seed) }),
      };
    default:
      reader.oneOf(input['kind'], 'kind', ['fixed', 'turns', 'roster', 'shuffle']);
      return null;
  }
}

function readTurns(reader: InputReader, input: Readonly<Record<string, unknown>>): RotationRequest {
  const units = ['occurrence', 'day', 'week', 'month'] as const;
  const slots = reader.list(input['order'], 'order', 1, ROTATION_LIMITS.order);
  const order = slots.map((slot, place) =>
    reader.members(slot, `order[${place}]`, 1, ROTATION_LIMITS.together),
  );
  return {
    kind: 'turns',
    order,
    unit: reader.oneOf(input['unit'] ?? 'occurrence', 'unit', units) ?? 'occurrence',
    length: reader.integer(input['length'] ?? 1, 'length', 1, ROTATION_LIMITS.length),
    offset: reader.integer(input['offset'] ?? 0, 'offset', 0, Math.max(0, slots.length - 1)),
  };
}

function readWeeks(
  reader: InputReader,
  input: unknown,
  field: string,
): readonly { readonly [weekday in Weekday]?: readonly MemberId[] }[] {
  return reader.list(input, field, 1, ROTATION_LIMITS.weeks).map((week, place) => {
    const days = reader.object(week, `${field}[${place}]`) ?? {};
    const present = WEEKDAYS.filter((day) => days[day] !== undefined && days[day] !== null);
    return Object.fromEntries(
      present.map((day) => [
        day,
        reader.members(days[day], `${field}[${place}].${day}`, 0, ROTATION_LIMITS.together),
      ]),
    );
  });
}
