import { watchMedia } from '../../ui/desk.ts';

/** Seven days beside each other need room, a bar at their side included. */
export const isWide = watchMedia('(min-width: 68rem)');
