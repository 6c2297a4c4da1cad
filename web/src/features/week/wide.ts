import { watchMedia } from '../../ui/desk.ts';

/** True if there is room for seven columns and the side bar. */
export const isWide = watchMedia('(min-width: 68rem)');
