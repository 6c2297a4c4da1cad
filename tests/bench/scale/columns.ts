import type pg from 'pg';

export type Column = { readonly name: string; readonly type: string };

/** Returns the columns that can be written, in order. */
export async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows;
}

export const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => `"${name}"`).join(', ');

/**
 * Defines a function that returns the id that replaces `id` in copy number `n`. The timestamp of the UUID
 * stays the same, and the rest is a hash.
 */
export const COPIED = `
  create function bench.copied(id uuid, n int) returns uuid language sql immutable strict parallel safe as $$
    select (left(id::text, 14) || '7' || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
    from md5(id::text || ' ' || n) as hash
  $$`;
