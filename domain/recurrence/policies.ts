export const MISSED_POLICIES = ['keep', 'keepLatest'] as const;
/**
 * With `keepLatest`, older open occurrences are skipped as missed when a newer one is due. With `keep`, they
 * stay open.
 */
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

export const WHEN_AWAY = ['keep'] as const;
/**
 * With `keep`, the series continues while everybody is away, and a pause of the whole household does not
 * affect it.
 */
export type WhenAway = (typeof WHEN_AWAY)[number];
