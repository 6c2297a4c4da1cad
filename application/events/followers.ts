import type { Follower } from './follower.js';

/** Who follows what happens in households, in this order. */
export const followers: readonly Follower[] = [];
