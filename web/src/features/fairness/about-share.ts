/**
 * A member did about their share if the difference to the expected share is within both limits: MINUTES, and PART of
 * the expected share.
 */
const MINUTES = 20;
const PART = 1 / 4;

type Share = { readonly expectedMinutes: number; readonly difference: number };

/**
 * Returns true if a member did about their share. Ten minutes are little compared with ten hours, but much
 * compared with half an hour.
 */
export const isAboutShare = ({ expectedMinutes, difference }: Share): boolean =>
  Math.abs(difference) <= Math.min(MINUTES, expectedMinutes * PART);
