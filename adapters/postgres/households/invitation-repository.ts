import { sql, type RawBuilder } from 'kysely';
import {
  FORMER_MEMBER,
  type InvitationDetail,
  type InvitationRepository,
} from '../../../application/households/ports.js';
import { emailSpellings } from '../../../domain/accounts/email.js';
import type { Invitation } from '../../../domain/households/invitation.js';
import type { HouseholdId, InvitationId, MemberId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, cutPage, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { updateRow } from '../database.js';
import { timestamp } from '../field-map.js';
import { createdAfter } from '../newest-first.js';
import { INVITATIONS } from '../schema.js';
import { LimitedRepository } from './usage.js';
import { findHouseholdOfToken, unregisterTokens, registerTokens } from './lookups.js';
import { isOpenAt } from './table.js';

const COLUMNS = INVITATIONS.select();

/** The condition `isClaimable` of domain/households/invitation in SQL. `f` is the alias of the table of members. */
const isClaimable = sql`f.proxy and f.left_at is null and f.grouping <> 'PET'`;

type InvitedRow = Invitation &
  Omit<InvitationDetail, 'invitation' | 'forMember'> & {
    readonly forId: MemberId | null;
    readonly forName: string | null;
  };

export class PostgresInvitationRepository extends LimitedRepository implements InvitationRepository {
  async list(householdId: HouseholdId, { limit, after }: PageRequest): Promise<Page<Invitation>> {
    const { rows } = await sql<Invitation>`
      select ${COLUMNS} from invitations
      where household_id = ${householdId} ${createdAfter(after)}
      order by created_at desc, id
      limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows, limit, newestFirst);
  }

  async find(householdId: HouseholdId, id: InvitationId): Promise<Invitation | null> {
    return this.findFirst(sql<Invitation>`
      select ${COLUMNS} from invitations where household_id = ${householdId} and id = ${id}
    `);
  }

  async findByTokenHash(hash: string): Promise<Invitation | null> {
    const home = await findHouseholdOfToken(this.db, hash);
    if (home === null) return null;
    return this.findFirst(sql<Invitation>`
      select ${COLUMNS} from invitations
      where household_id = ${home} and (token_hash = ${hash} or mail_token_hash = ${hash})
    `);
  }

  async findInvited(hash: string): Promise<InvitationDetail | null> {
    const home = await findHouseholdOfToken(this.db, hash);
    if (home === null) return null;
    const row = await this.findFirst(sql<InvitedRow>`
      select ${INVITATIONS.select('i')}, h.name as "householdName", h.locale, (
          select count(*) from members o where o.household_id = ${home} and o.left_at is null
        ) as "memberCount",
        coalesce(m.display_name, a.display_name, ${FORMER_MEMBER}) as "invitedBy",
        f.user_id as "forId", f.display_name as "forName"
      from invitations i
      join households h on h.id = i.household_id
      left join members m on m.household_id = ${home} and m.user_id = i.created_by
      left join accounts a on a.id = m.account_id
      left join members f on f.household_id = ${home} and f.user_id = i.member_id and ${isClaimable}
      where i.household_id = ${home} and (i.token_hash = ${hash} or i.mail_token_hash = ${hash})
    `);
    if (row === null) return null;
    const { householdName, locale, memberCount, invitedBy, forId, forName, ...invitation } = row;
    const forMember = forId === null || forName === null ? null : { id: forId, displayName: forName };
    return { invitation, householdName, locale, memberCount, invitedBy, forMember };
  }

  async countOpen(householdId: HouseholdId, now: Instant): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from invitations
      where household_id = ${householdId} and ${isOpenAt(now)}
    `.execute(this.db);
    return rows[0]?.count ?? 0;
  }

  async forgetOver(householdId: HouseholdId, now: Instant, kept: number): Promise<void> {
    await this.#remove(sql`household_id = ${householdId} and id in (
      select id from invitations where household_id = ${householdId} and not ${isOpenAt(now)}
      order by created_at desc, id offset ${kept}
    )`);
  }

  async insert(invitation: Invitation): Promise<void> {
    await this.quota.reserveRow('invitations', invitation.householdId, invitation.createdBy);
    await this.db.insertInto('invitations').values(INVITATIONS.toRow(invitation)).execute();
    await registerTokens(this.db, invitation.householdId, [invitation.tokenHash, invitation.mailTokenHash]);
  }

  async save(invitation: Invitation): Promise<void> {
    const isStored = await updateRow(this.db, 'invitations', INVITATIONS.toRow(invitation));
    // Only the token of the e-mail is new here. The token of the link was registered when the invitation was
    // created.
    if (isStored) await registerTokens(this.db, invitation.householdId, [invitation.mailTokenHash]);
  }

  async removeAddressedTo(email: string): Promise<void> {
    await this.#remove(sql`email = any(${emailSpellings(email)})`);
  }

  async revokeThoseOf(householdId: HouseholdId, createdBy: MemberId, at: Instant): Promise<void> {
    await this.db
      .updateTable('invitations')
      .set({ revoked_at: timestamp(at) })
      .where('household_id', '=', householdId)
      .where('created_by', '=', createdBy)
      .where('revoked_at', 'is', null)
      .execute();
  }

  async #remove(which: RawBuilder<unknown>): Promise<void> {
    const { rows } = await sql<Pick<Invitation, 'tokenHash' | 'mailTokenHash'>>`
      delete from invitations where ${which} returning token_hash as "tokenHash", mail_token_hash as "mailTokenHash"
    `.execute(this.db);
    await unregisterTokens(
      this.db,
      rows.flatMap(({ tokenHash, mailTokenHash }) => [tokenHash, mailTokenHash]),
    );
  }
}
