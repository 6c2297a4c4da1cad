import { WEEKDAYS, type Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { InputReader } from './input-reader.js';
import type { Rotation } from './rotation.js';

export const ROTATION_LIMITS = {
  /** Slots of turns, members of a shuffle. */
  order: 50,
  /** People in one slot, on one day of a roster, in a fixed rotation: as many as a task may have. */
  together: 10,
  weeks: 52,
  length: 365,
  seed: 64,
} as const;

export type RotationContext = {
  /** Who may be named; for a PERSONAL task its author alone. */
  readonly members: ReadonlySet<string>;
  /** Where the input stands in the request; default `rotation`. */
  readonly field?: string;
  /** For a shuffle that names no seed. Without it the seed is required: the domain has no chance of its own. */
  readonly seed?: string;
};

export type RotationReading = {
  /** Null exactly when there are problems. */
  readonly rotation: Rotation | null;
  readonly problems: readonly Problem[];
};

/**
 * Reads a rotation from untrusted JSON: all its problems at once, or the rotation with its defaults written out
 * (turns by occurrence, of length 1, from the first slot). Unknown fields are dropped. A slot of turns has
 * somebody in it; a roster day and a fixed rotation may be empty, which means unassigned.
 */
export function readRotation(input: unknown, context: RotationContext): RotationReading {
  const { field = 'rotation' } = context;
  const reader = new InputReader(context.members);
  const rotation = readKind(reader, reader.object(input, field), field, context.seed);
  return { rotation: reader.problems.length === 0 ? rotation : null, problems: reader.problems };
}

function readKind(
  reader: InputReader,
  input: Readonly<Record<string, unknown>> | null,
  field: string,
  seed: string | undefined,
): Rotation | null {
  if (input === null) return null;
  const { together, order } = ROTATION_LIMITS;
  const at = (name: string) => `${field}.${name}`;
  switch (input['kind']) {
    case 'fixed':
      return { kind: 'fixed', members: reader.members(input['members'], at('members'), 0, together) };
    case 'turns':
      return readTurns(reader, input, field);
    case 'roster':
      return { kind: 'roster', weeks: readWeeks(reader, input['weeks'], at('weeks')) };
    case 'shuffle':
      return {
        kind: 'shuffle',
        order: reader.members(input['order'], at('order'), 1, order),
        seed: reader.text(input['seed'] ?? seed, at('seed'), ROTATION_LIMITS.seed),
      };
    default:
      reader.oneOf(input['kind'], at('kind'), ['fixed', 'turns', 'roster', 'shuffle']);
      return null;
  }
}

function readTurns(reader: InputReader, input: Readonly<Record<string, unknown>>, field: string): Rotation {
  const units = ['occurrence', 'day', 'week', 'month'] as const;
  const slots = reader.list(input['order'], `${field}.order`, 1, ROTATION_LIMITS.order);
  const order = slots.map((slot, place) =>
    reader.members(slot, `${field}.order[${place}]`, 1, ROTATION_LIMITS.together),
  );
  return {
    kind: 'turns',
    order,
    unit: reader.oneOf(input['unit'] ?? 'occurrence', `${field}.unit`, units) ?? 'occurrence',
    length: reader.integer(input['length'] ?? 1, `${field}.length`, 1, ROTATION_LIMITS.length),
    offset: reader.integer(input['offset'] ?? 0, `${field}.offset`, 0, Math.max(0, slots.length - 1)),
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
