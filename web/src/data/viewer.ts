/** Whether the person at this page is a child or a guest of the household that is shown; `rights.ts` knows. */
export const viewer: { isLimited: () => boolean } = { isLimited: () => false };
