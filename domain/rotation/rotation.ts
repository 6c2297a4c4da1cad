import type { Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Draw, DrawRule } from './draw.js';

export type Balanced = Extract<Rotation, { readonly kind: 'balanced' }>;

/**
 * A rotation as a client requests it. A shuffle may omit its seed, and a balanced rotation has no draws; the
 * service adds both.
 */
export type RotationRequest =
  | Exclude<Rotation, { readonly kind: 'shuffle' | 'balanced' }>
  | Omit<Balanced, 'drawn'>
  | (Omit<Extract<Rotation, { readonly kind: 'shuffle' }>, 'seed'> & { readonly seed?: string });

/** A rule for who is responsible for which occurrence of a series. Members in one slot are responsible together. */
export type Rotation =
  | { readonly kind: 'fixed'; readonly members: readonly MemberId[] }
  | {
      readonly kind: 'turns';
      /** The slots in order. A slot can occur more than once, as in "A, A, B". */
      readonly order: readonly (readonly MemberId[])[];
      readonly unit: 'occurrence' | 'day' | 'week' | 'month';
      readonly length: number;
      readonly offset: number;
    }
  | {
      readonly kind: 'roster';
      /** The assignees for each weekday. The pattern repeats after `weeks.length` weeks. */
      readonly weeks: readonly { readonly [weekday in Weekday]?: readonly MemberId[] }[];
    }
  | {
      readonly kind: 'shuffle';
      /**
       * The members. Each round is a permutation of them. With two or more members, nobody has two turns in a row,
       * even across rounds.
       */
      readonly order: readonly MemberId[];
      readonly seed: string;
    }
  | {
      readonly kind: 'balanced';
      /** Each turn goes to the member who is furthest below their expected minutes. */
      readonly members: readonly MemberId[];
      readonly draw: DrawRule;
      /**
       * The latest draw. Each draw starts a new segment, so that turns depend only on the rotation and the
       * index.
       */
      readonly drawn: Draw;
    };

/** Returns the rotation in the form in which a client would send it. */
export function toRequest(rotation: Rotation): RotationRequest {
  if (rotation.kind !== 'balanced') return rotation;
  const { kind, members, draw } = rotation;
  return { kind, members, draw };
}

/** The rotation of a series that nobody is assigned to. */
export const UNASSIGNED: Rotation = { kind: 'fixed', members: [] };

/** Returns every member whom the rotation names. */
export function namedMembers(rotation: Rotation): ReadonlySet<MemberId> {
  switch (rotation.kind) {
    case 'fixed':
    case 'balanced':
      return new Set(rotation.members);
    case 'turns':
      return new Set(rotation.order.flat());
    case 'roster':
      return new Set(rotation.weeks.flatMap((week) => Object.values(week)).flat());
    case 'shuffle':
      return new Set(rotation.order);
  }
}

/**
 * Returns true if the rotation gives the member turns. A fixed rotation gives no turns, because its members
 * are responsible for every occurrence.
 */
export function takesTurnsIn(rotation: Rotation, member: MemberId): boolean {
  return rotation.kind !== 'fixed' && namedMembers(rotation).has(member);
}

/** Returns true if the rotation gives turns to a helper, that is, to a member who takes no turns. */
export function namesHelper(
  rotation: Rotation,
  members: Iterable<{ readonly id: MemberId; readonly takesTurns: boolean }>,
): boolean {
  return [...members].some(({ id, takesTurns }) => !takesTurns && takesTurnsIn(rotation, id));
}

/**
 * Returns the rotation without that member. A slot of turns that contains only this member is removed, and a roster
 * day becomes unassigned. If nobody remains in turns, a shuffle or a balanced rotation, the result is UNASSIGNED.
 */
export function rotationWithout(rotation: Rotation, member: MemberId): Rotation {
  const others = (members: readonly MemberId[]) => members.filter((id) => id !== member);
  switch (rotation.kind) {
    case 'fixed':
      return { ...rotation, members: others(rotation.members) };
    case 'turns': {
      const order = rotation.order.map(others).filter((slot) => slot.length > 0);
      return order.length === 0 ? UNASSIGNED : { ...rotation, order, offset: rotation.offset % order.length };
    }
    case 'roster': {
      const weeks = rotation.weeks.map((week) =>
        Object.fromEntries(Object.entries(week).map(([weekday, members]) => [weekday, others(members)])),
      );
      return { ...rotation, weeks };
    }
    case 'shuffle': {
      const order = others(rotation.order);
      return order.length === 0 ? UNASSIGNED : { ...rotation, order };
    }
    case 'balanced': {
      const { loads, order } = rotation.drawn;
      const drawn = {
        ...rotation.drawn,
        loads: loads.filter(({ memberId }) => memberId !== member),
        order: others(order),
      };
      const members = others(rotation.members);
      return members.length === 0 ? UNASSIGNED : { ...rotation, members, drawn };
    }
  }
}
