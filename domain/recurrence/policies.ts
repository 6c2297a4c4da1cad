export const MISSED_POLICIES = ['keep', 'keepLatest'] as const;
/** `keepLatest`: when a newer occurrence is due, older open ones are skipped as missed. */
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

export const WHEN_AWAY = ['keep'] as const;
/** `keep`: the series continues while everybody is away, and a pause of the whole household does not affect it. */
export type WhenAway = (typeof WHEN_AWAY)[number];
