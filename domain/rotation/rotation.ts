import type { Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Drawn, DrawRule } from './draw.js';

export type Balanced = Extract<Rotation, { readonly kind: 'balanced' }>;

/** A rotation as it is asked for: a shuffle may leave its seed to the service, which draws what is balanced. */
export type RotationRequest =
  | Exclude<Rotation, { readonly kind: 'shuffle' | 'balanced' }>
  | Omit<Balanced, 'drawn'>
  | (Omit<Extract<Rotation, { readonly kind: 'shuffle' }>, 'seed'> & { readonly seed?: string });

/** Who is responsible for which occurrence of a series. A slot that names several people means them together. */
export type Rotation =
  | { readonly kind: 'fixed'; readonly members: readonly MemberId[] }
  | {
      readonly kind: 'turns';
      /** A repeated slot gives "A, A, B". */
      readonly order: readonly (readonly MemberId[])[];
      readonly unit: 'occurrence' | 'day' | 'week' | 'month';
      readonly length: number;
      readonly offset: number;
    }
  | {
      readonly kind: 'roster';
      /** Repeats every `weeks.length` weeks. */
      readonly weeks: readonly { readonly [weekday in Weekday]?: readonly MemberId[] }[];
    }
  | {
      readonly kind: 'shuffle';
      /** Each round a permutation; nobody twice in a row across rounds. */
      readonly order: readonly MemberId[];
      readonly seed: string;
    }
  | {
      readonly kind: 'balanced';
      /** Each turn goes to whoever of them has done least beside what is expected of them. */
      readonly members: readonly MemberId[];
      readonly draw: DrawRule;
      /** Each draw begins a segment of its own, so that turns stay a function of rule and index. */
      readonly drawn: Drawn;
    };

/** The rotation as somebody would ask for it. */
export function toRequest(rotation: Rotation): RotationRequest {
  if (rotation.kind !== 'balanced') return rotation;
  const { kind, members, draw } = rotation;
  return { kind, members, draw };
}

/** What a rotation becomes when nobody is left of it. */
export const UNASSIGNED: Rotation = { kind: 'fixed', members: [] };

/** Everyone whom the rotation names. */
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

/** Whether a rotation gives the member turns: to be responsible each time is none. */
export function takesTurnsIn(rotation: Rotation, member: MemberId): boolean {
  return rotation.kind !== 'fixed' && namedMembers(rotation).has(member);
}

/** Whether a rotation gives turns to one of these who takes none. */
export function namesHelper(
  rotation: Rotation,
  members: Iterable<{ readonly id: MemberId; readonly takesTurns: boolean }>,
): boolean {
  return [...members].some(({ id, takesTurns }) => !takesTurns && takesTurnsIn(rotation, id));
}

/** The rotation without that member: a slot of theirs alone goes, from a shared one they alone go. */
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
