import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Converts the domain of each account's e-mail address to ASCII (IDNA). An account keeps its spelling, and a warning
 * is logged, if two accounts would get the same address, or if another account can still revert to that address.
 */
export const emailDomains: Migration = { up, down };

type Account = { readonly id: string; readonly email: string };

async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Account>`
    select id, email from accounts where octet_length(email) > char_length(email) order by id
  `.execute(db);
  const changed = rows
    .map(({ id, email }) => ({ id, email: withAsciiDomain(email), former: email }))
    .filter(({ email, former }) => email !== former);
  if (changed.length === 0) return;
  const taken = await takenOf(
    db,
    changed.map(({ email }) => email),
  );
  const byEmail = Map.groupBy(changed, ({ email }) => email);
  const isFree = ({ email }: Account) => !taken.has(email) && byEmail.get(email)?.length === 1;
  await sql`
    update accounts a set email = c.email
    from jsonb_to_recordset(${JSON.stringify(changed.filter(isFree))}::jsonb) as c(id uuid, email text)
    where a.id = c.id
  `.execute(db);
  const kept = changed.filter((account) => !isFree(account)).map(({ id }) => id);
  if (kept.length > 0) await warn(db, kept);
}

async function takenOf(db: Kysely<unknown>, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from accounts where email = any(${emails})
    union
    select former_email from email_changes where former_email = any(${emails}) and revert_until > now()
  `.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/** Names accounts by id, because logs must not contain addresses. */
async function warn(db: Kysely<unknown>, ids: readonly string[]): Promise<void> {
  const text = `Accounts whose e-mail address another account has in another spelling keep theirs: ${ids.join(', ')}`;
  await sql.raw(`do $$ begin raise warning '%', '${text}'; end $$`).execute(db);
}

function withAsciiDomain(email: string): string {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start);
  // The label `x.` prevents digits from being parsed as an IP address. An address without a valid domain is not
  // changed.
  const text = `http://x.${domain}`;
  if (!/[^\0-\x7f]/.test(domain) || !URL.canParse(text)) return email;
  return email.slice(0, start) + new URL(text).hostname.slice('x.'.length);
}

/** Does nothing, because the previous version of the service also finds an account by its address in ASCII. */
async function down(): Promise<void> {
  await Promise.resolve();
}
