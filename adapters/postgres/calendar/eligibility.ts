import { sql, type RawBuilder } from 'kysely';
import type { SyncWindow } from '../../../domain/calendar/eligibility.js';

/** The predicates of domain/calendar/eligibility in SQL, for an occurrence `o`. Their result is never null. */
export const IS_ELIGIBLE: RawBuilder<boolean> = sql`(
  o.visibility = 'SHARED' and o.status in ('TODO', 'DONE') and o.date is not null and o.deleted_at is null
)`;

/**
 * Returns the condition that an occurrence is eligible and lies within the window, so an event may be created for it.
 */
export function creatableCondition({ from, until }: SyncWindow): RawBuilder<boolean> {
  return sql`(${IS_ELIGIBLE} and o.date between ${from} and ${until})`;
}
