/** The oldest browsers that the client is built for; `boot.ts` tells older ones so. */
export const TARGETS = ['chrome125', 'edge125', 'safari17.5', 'firefox128'];
