import { sql } from 'kysely';
import type {
  ReminderCandidate,
  ReminderRepository,
  ReminderWindow,
} from '../../../application/notifications/ports.js';
import type { SortKey } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { candidatesStatement } from './reminder-candidates.js';
import { timestamp } from '../field-map.js';

export class PostgresReminderRepository extends Repository implements ReminderRepository {
  async claim(): Promise<{ madeUntil: Instant | null } | null> {
    const { rows: first } = await sql<{ madeUntil: Instant }>`
      select made_until as "madeUntil" from reminders_made for update skip locked
    `.execute(this.db);
    if (first[0] !== undefined) return first[0];
    const { rows } = await sql<{ is_there: boolean }>`
      select exists (select from reminders_made) as is_there
    `.execute(this.db);
    return rows[0]?.is_there ? null : { madeUntil: null };
  }

  async made(until: Instant): Promise<void> {
    await sql`
      insert into reminders_made (made_until) values (${timestamp(until)})
      on conflict (only_row) do update set made_until = excluded.made_until
    `.execute(this.db);
  }

  async candidates(
    window: ReminderWindow,
    after: SortKey | null,
    limit: number,
  ): Promise<readonly ReminderCandidate[]> {
    return (await candidatesStatement(window, after, limit).execute(this.db)).rows;
  }
}
