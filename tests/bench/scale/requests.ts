import type pg from 'pg';
import { requestBytes } from '../http/connection.js';

export const CASES = ['list', 'create', 'complete'] as const;
export type Case = (typeof CASES)[number];
export type Requests = Readonly<Record<Case, () => Buffer>>;

/** More occurrences than all rounds complete. */
const TO_COMPLETE = 20_000;

/**
 * Returns requests that go through these households in turn. The member belongs to all of them. Occurrences that every
 * assignee completes separately are left out, because the member may not be an assignee.
 */
export async function requestsOver(
  client: pg.Client,
  { token, memberId, households }: { token: string; memberId: string; households: readonly string[] },
): Promise<Requests> {
  const { rows: open } = await client.query<{ home: string; id: string }>(
    `select home, o.id from unnest($1::uuid[]) with ordinality as h (home, place)
     cross join lateral (
       select id, row_number() over (order by md5(id::text)) as turn from occurrences
       where household_id = home and status = 'TODO' and completion = 'any' and deleted_at is null limit $2
     ) o order by turn, place limit $3`,
    [households, Math.ceil((2 * TO_COMPLETE) / households.length), TO_COMPLETE],
  );
  let [listed, created, completed] = [0, 0, 0];
  const next = (turn: number) => `/v1/households/${households[turn % households.length]}`;
  return {
    list: () => requestBytes('GET', `${next(listed++)}/occurrences?view=upcoming`, token),
    create: () =>
      requestBytes('POST', `${next(created++)}/tasks`, token, {
        title: 'Fix the tap',
        date: '2100-05-04',
        time: '18:30',
        responsibleMemberIds: [memberId],
        reminders: [30],
      }),
    complete: () => {
      const one = open[completed++];
      if (one === undefined) throw new Error('All is completed: so many rounds need more households');
      return requestBytes('POST', `/v1/households/${one.home}/occurrences/${one.id}/complete`, token);
    },
  };
}
