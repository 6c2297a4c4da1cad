import { sql, type Insertable, type Selectable } from 'kysely';
import type { InvitationRepository } from '../../../application/households/ports.js';
import type { Invitation } from '../../../domain/households/invitation.js';
import type { HouseholdId, InvitationId, MemberId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, pageOf, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { createdAfter } from '../newest-first.js';
import { nullableTimestamp, timestamp, type DatabaseSchema } from '../schema.js';

type InvitationRow = Selectable<DatabaseSchema['invitations']>;

const COLUMNS = sql.raw(
  'household_id, id, token_hash, mail_token_hash, email, expires_at, max_uses, uses, revoked_at, created_by, created_at',
);

export class PostgresInvitationRepository implements InvitationRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(householdId: HouseholdId, { limit, after }: PageRequest): Promise<Page<Invitation>> {
    const { rows } = await sql<InvitationRow>`
      select ${COLUMNS} from invitations
      where household_id = ${householdId} ${createdAfter(after)}
      order by created_at desc, id
      limit ${limit + 1}
    `.execute(this.#db);
    return pageOf(rows.map(invitationOf), limit, newestFirst);
  }

  async find(householdId: HouseholdId, id: InvitationId): Promise<Invitation | null> {
    const { rows } = await sql<InvitationRow>`
      select ${COLUMNS} from invitations where household_id = ${householdId} and id = ${id}
    `.execute(this.#db);
    return rows[0] === undefined ? null : invitationOf(rows[0]);
  }

  async findByTokenHash(hash: string): Promise<Invitation | null> {
    const { rows } = await sql<InvitationRow>`
      select ${COLUMNS} from invitations where token_hash = ${hash} or mail_token_hash = ${hash}
    `.execute(this.#db);
    return rows[0] === undefined ? null : invitationOf(rows[0]);
  }

  async countOpen(householdId: HouseholdId, now: Instant): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from invitations
      where household_id = ${householdId} and revoked_at is null and expires_at > ${timestamp(now)}
        and uses < max_uses
    `.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  async insert(invitation: Invitation): Promise<void> {
    await this.#db.insertInto('invitations').values(rowOf(invitation)).execute();
  }

  async save(invitation: Invitation): Promise<void> {
    const { household_id, id, ...fields } = rowOf(invitation);
    await this.#db
      .updateTable('invitations')
      .set(fields)
      .where('household_id', '=', household_id)
      .where('id', '=', id)
      .execute();
  }

  async removeAddressedTo(email: string): Promise<void> {
    await this.#db.deleteFrom('invitations').where('email', '=', email).execute();
  }

  async revokeThoseOf(householdId: HouseholdId, createdBy: MemberId, at: Instant): Promise<void> {
    await this.#db
      .updateTable('invitations')
      .set({ revoked_at: timestamp(at) })
      .where('household_id', '=', householdId)
      .where('created_by', '=', createdBy)
      .where('revoked_at', 'is', null)
      .execute();
  }
}

function invitationOf(row: InvitationRow): Invitation {
  return {
    id: row.id,
    householdId: row.household_id,
    tokenHash: row.token_hash,
    mailTokenHash: row.mail_token_hash,
    email: row.email,
    expiresAt: row.expires_at,
    maxUses: row.max_uses,
    uses: row.uses,
    revokedAt: row.revoked_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

function rowOf(invitation: Invitation): Insertable<DatabaseSchema['invitations']> {
  return {
    household_id: invitation.householdId,
    id: invitation.id,
    token_hash: invitation.tokenHash,
    mail_token_hash: invitation.mailTokenHash,
    email: invitation.email,
    expires_at: timestamp(invitation.expiresAt),
    max_uses: invitation.maxUses,
    uses: invitation.uses,
    revoked_at: nullableTimestamp(invitation.revokedAt),
    created_by: invitation.createdBy,
    created_at: timestamp(invitation.createdAt),
  };
}
