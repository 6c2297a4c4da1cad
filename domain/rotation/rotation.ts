import type { Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';

/** A rotation as it is asked for: a shuffle may leave its seed to the service. */
export type RotationRequest =
  | Exclude<Rotation, { readonly kind: 'shuffle' }>
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
    };
