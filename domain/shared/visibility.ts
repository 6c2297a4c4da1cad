/** The members who can see a task: only its author (PERSONAL), or every member of the household (SHARED). */
export const VISIBILITIES = ['PERSONAL', 'SHARED'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
