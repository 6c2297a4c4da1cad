import { WEEKDAYS, type Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { InputReader } from '../shared/input-reader.js';
import type { JsonObject } from '../shared/json.js';
import { type BalanceInputs, type DrawRule, emptyDraw } from './draw.js';
import type { Rotation, RotationRequest } from './rotation.js';

const TAKES_NO_TURNS = { rule: 'takesTurns', message: 'must be a member who takes turns' };
const NOT_A_MEMBER = {
  rule: 'isMember',
  message: 'must be a member of the household, and the author if the task is personal',
};

export const ROTATION_LIMITS = {
  /** The maximum number of slots in turns, and of members in a shuffle or a balanced rotation. */
  order: 50,
  /**
   * The maximum number of members in one slot, on one day of a roster, or in a fixed rotation. A task can
   * have the same number of assignees.
   */
  together: 10,
  weeks: 52,
  length: 365,
  seed: 64,
  /** The allowed number of days between a draw and the week or month whose turns it assigns. */
  ahead: [7, 60],
} as const;

export type RotationReading = {
  /** The rotation, or null if and only if there are problems. */
  readonly rotation: RotationRequest | null;
  readonly problems: readonly Problem[];
};

/**
 * Reads a rotation from untrusted JSON. Returns either all problems, or the rotation with its default values
 * filled in (turns by occurrence, of length 1, starting with the first slot).
 *
 * Unknown fields are dropped. A slot of turns must name at least one member. A roster day and a fixed
 * rotation may be empty, which means unassigned. {@link completeRotation} checks later whether the ids belong
 * to members.
 */
export function readRotation(input: unknown): RotationReading {
  const reader = new InputReader();
  const rotation = readKind(reader, reader.object(input ?? null, ''));
  return { rotation: reader.problems.length === 0 ? rotation : null, problems: reader.problems };
}

/** The members who may be named in a rotation. `helpers` are those members who take no turns. */
export type TurnTakers = {
  readonly members: ReadonlySet<MemberId>;
  readonly helpers: ReadonlySet<MemberId>;
};

export function listTurnTakers(members: readonly { id: MemberId; takesTurns: boolean }[]): TurnTakers {
  const helpers = members.filter(({ takesTurns }) => !takesTurns);
  return {
    members: new Set(members.map(({ id }) => id)),
    helpers: new Set(helpers.map(({ id }) => id)),
  };
}

/**
 * The parts that the service adds to a requested rotation: a seed for a shuffle without one, and the balance inputs of
 * a balanced rotation.
 */
export type RotationDefaults = { readonly seed: string; readonly balanceInputs: BalanceInputs };

/**
 * Completes a requested rotation and checks the members that it names. Returns a problem for each id that is not in
 * `members`. If the rotation gives turns, also returns a problem for each of `helpers`, who take no turns. For a new
 * PERSONAL task, the caller passes only its author as `members`.
 */
export function completeRotation(
  request: RotationRequest,
  { members, helpers }: TurnTakers,
  { seed, balanceInputs }: RotationDefaults,
): { readonly rotation: Rotation; readonly problems: readonly Problem[] } {
  const problems = listPlaces(request).flatMap(({ member, field: place }) => {
    const field = `rotation.${place}`;
    if (!members.has(member)) return [{ field, ...NOT_A_MEMBER }];
    return request.kind !== 'fixed' && helpers.has(member) ? [{ field, ...TAKES_NO_TURNS }] : [];
  });
  return { rotation: completed(request, seed, balanceInputs), problems };
}

function completed(request: RotationRequest, seed: string, balanceInputs: BalanceInputs): Rotation {
  if (request.kind === 'shuffle') return { ...request, seed: request.seed ?? seed };
  return request.kind === 'balanced'
    ? { ...request, drawn: emptyDraw(balanceInputs, request.members) }
    : request;
}

/**
 * Returns every member whom the rotation names, together with the request field that contains the member's
 * id.
 */
function listPlaces(rotation: RotationRequest): { readonly member: MemberId; readonly field: string }[] {
  const listed = (members: readonly MemberId[] = [], field: string) =>
    members.map((member, place) => ({ member, field: `${field}[${place}]` }));
  switch (rotation.kind) {
    case 'fixed':
    case 'balanced':
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

function readKind(reader: InputReader, input: JsonObject | undefined): RotationRequest | null {
  if (input === undefined) return null;
  const { together, order, seed } = ROTATION_LIMITS;
  switch (input['kind']) {
    case 'fixed':
      return { kind: 'fixed', members: readMembers(reader, input['members'], 'members', [0, together]) };
    case 'turns':
      return readTurns(reader, input);
    case 'roster':
      return { kind: 'roster', weeks: readWeeks(reader, input['weeks'] ?? null, 'weeks') };
    case 'shuffle': {
      const given = input['seed'] ?? undefined;
      return {
        kind: 'shuffle',
        order: readMembers(reader, input['order'], 'order', [1, order]),
        ...(given !== undefined && { seed: reader.text(given, 'seed', seed) ?? '' }),
      };
    }
    case 'balanced':
      return {
        kind: 'balanced',
        members: readMembers(reader, input['members'], 'members', [1, order]),
        draw: readDraw(reader, reader.object(input['draw'] ?? {}, 'draw') ?? {}),
      };
    default:
      reader.oneOf(input['kind'] ?? null, 'kind', ['fixed', 'turns', 'roster', 'shuffle', 'balanced']);
      return null;
  }
}

/** Reads the draw settings. The defaults are weekly, 14 days ahead. */
function readDraw(reader: InputReader, input: JsonObject): DrawRule {
  return {
    unit: reader.oneOf(input['unit'] ?? undefined, 'draw.unit', ['week', 'month'] as const) ?? 'week',
    ahead: reader.integer(input['ahead'] ?? undefined, 'draw.ahead', ROTATION_LIMITS.ahead) ?? 14,
  };
}

/** Reads distinct ids. Whether they belong to members is checked later. */
function readMembers(
  reader: InputReader,
  value: unknown,
  field: string,
  range: readonly [min: number, max: number],
): readonly MemberId[] {
  const members = reader.list(value ?? null, field, range) ?? [];
  if (new Set(members).size < members.length)
    reader.report(field, 'arrayUnique', 'must not name a member twice');
  for (const [place, member] of members.entries())
    if (typeof member !== 'string')
      reader.report(`${field}[${place}]`, NOT_A_MEMBER.rule, NOT_A_MEMBER.message);
  return members as readonly MemberId[];
}

function readTurns(reader: InputReader, input: JsonObject): RotationRequest {
  const units = ['occurrence', 'day', 'week', 'month'] as const;
  const { order, together, length } = ROTATION_LIMITS;
  const slots = reader.list(input['order'] ?? null, 'order', [1, order]) ?? [];
  return {
    kind: 'turns',
    order: slots.map((slot, place) => readMembers(reader, slot, `order[${place}]`, [1, together])),
    unit: reader.oneOf(input['unit'] ?? undefined, 'unit', units) ?? 'occurrence',
    length: reader.integer(input['length'] ?? undefined, 'length', [1, length]) ?? 1,
    offset: reader.integer(input['offset'] ?? undefined, 'offset', [0, Math.max(0, slots.length - 1)]) ?? 0,
  };
}

function readWeeks(
  reader: InputReader,
  input: unknown,
  field: string,
): readonly { readonly [weekday in Weekday]?: readonly MemberId[] }[] {
  const { weeks, together } = ROTATION_LIMITS;
  return (reader.list(input, field, [1, weeks]) ?? []).map((week, place) => {
    const days = reader.object(week, `${field}[${place}]`) ?? {};
    const present = WEEKDAYS.filter((day) => days[day] !== undefined && days[day] !== null);
    return Object.fromEntries(
      present.map((day) => [day, readMembers(reader, days[day], `${field}[${place}].${day}`, [0, together])]),
    );
  });
}
