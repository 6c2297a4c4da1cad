/** The oldest browsers that the client supports. `boot.ts` shows a message in older ones. */
export const TARGETS = ['chrome125', 'edge125', 'safari17.5', 'firefox128'];
