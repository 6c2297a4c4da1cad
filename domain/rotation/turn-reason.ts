/** The reasons why members are assigned to an occurrence. */
export const TURN_REASONS = ['ROTATION', 'SWAP', 'AWAY', 'MANUAL', 'BALANCE', 'CLAIMED', 'PAUSE'] as const;
export type TurnReason = (typeof TURN_REASONS)[number];
