import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { Rotation } from '../../domain/rotation/rotation.js';
import type { Segment } from '../../domain/rotation/segment.js';

/** In tests a member is a single letter. A slot with several members is written as one word, such as `AB`. */
export const member = (letter: string) => letter as MemberId;
export const slot = (letters: string) => Array.from(letters, member);
export const letters = (members: readonly MemberId[]) => [...members].sort().join('');

export const A = member('A');
export const B = member('B');
export const C = member('C');
export const D = member('D');

export type TurnsOptions = {
  unit?: 'occurrence' | 'day' | 'week' | 'month';
  length?: number;
  offset?: number;
};

/** Returns a rotation. `turns('A B CD')` has three slots, and the last one is shared by two members. */
export function turns(order: string, { unit = 'occurrence', length = 1, offset = 0 }: TurnsOptions = {}) {
  return {
    kind: 'turns',
    order: order.split(' ').map(slot),
    unit,
    length,
    offset,
  } as const satisfies Rotation;
}

export function shuffle(order: string, seed = 'seed') {
  return { kind: 'shuffle', order: slot(order), seed } as const satisfies Rotation;
}

export function segment(rotation: Rotation, anchorDate: CivilDate, fromIndex = 0): Segment {
  return { fromIndex, anchorDate, rotation };
}
