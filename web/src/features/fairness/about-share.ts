/** What is no more than this apart is about the same: so many minutes, and so much of the share itself. */
const MINUTES = 20;
const PART = 1 / 4;

type Share = { readonly expectedMinutes: number; readonly difference: number };

/** Whether somebody did about their share: ten minutes are nothing of ten hours, and much of half an hour. */
export const isAboutShare = ({ expectedMinutes, difference }: Share): boolean =>
  Math.abs(difference) <= Math.min(MINUTES, expectedMinutes * PART);
