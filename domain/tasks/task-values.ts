export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const VISIBILITIES = ['PERSONAL', 'SHARED'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const OCCURRENCE_STATUSES = ['TODO', 'DONE', 'SKIPPED', 'CANCELLED'] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/** Why these people are responsible; null when nobody is, or when no turns decided it. */
export type TurnReason = 'ROTATION' | 'SWAP' | 'AWAY' | 'MANUAL';

export type SkippedReason = 'MANUAL' | 'MISSED';
