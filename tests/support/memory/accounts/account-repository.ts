import type {
  StoredCaller,
  AccessReader,
  AccountRepository,
  IdentityRepository,
  SessionAtHome,
} from '../../../../application/accounts/ports.js';
import { emailAlreadyUsed } from '../../../../application/shared/errors.js';
import { emailSpellings } from '../../../../domain/accounts/email.js';
import type { Account } from '../../../../domain/accounts/account.js';
import type { Identity, ProviderName } from '../../../../domain/accounts/identity.js';
import type { HouseholdId, SessionId, UserId } from '../../../../domain/shared/ids.js';
import { toKey, InMemoryRepository } from '../store.js';

export class InMemoryAccountRepository extends InMemoryRepository implements AccountRepository {
  async find(id: UserId): Promise<Account | null> {
    const account = this.store.accounts.get(id);
    return account === undefined ? null : this.#withIdentities(account);
  }

  /** Needs no lock, because units of work run one after the other. */
  findForUpdate(id: UserId): Promise<Account | null> {
    return this.find(id);
  }

  findToRemove(id: UserId): Promise<Account | null> {
    return this.find(id);
  }

  async remove(id: UserId): Promise<void> {
    const { accounts, sessions, refreshTokens, passwordResets, identities } = this.store;
    const { emailChanges, unlinkedIdentities, mobileCodes, notificationPreferences, agendas, devices } =
      this.store;
    const isTheirs = ({ userId }: { userId: UserId | null }) => userId === id;
    const own = new Set(sessions.filter(isTheirs).map((session) => session.id));
    refreshTokens.deleteWhere(({ sessionId }) => own.has(sessionId));
    for (const table of [
      sessions,
      devices,
      passwordResets,
      emailChanges,
      identities,
      unlinkedIdentities,
      mobileCodes,
    ])
      table.deleteWhere(isTheirs);
    notificationPreferences.delete(id);
    agendas.delete(id);
    accounts.delete(id);
  }

  async findByEmail(email: string): Promise<Account | null> {
    for (const spelling of emailSpellings(email)) {
      const [account] = this.store.accounts.filter((one) => one.email === spelling);
      if (account !== undefined) return this.#withIdentities(account);
    }
    return null;
  }

  async isEmailTaken(email: string, id: UserId): Promise<boolean> {
    const spellings = new Set(emailSpellings(email));
    return this.store.accounts.filter((one) => spellings.has(one.email) && one.id !== id).length > 0;
  }

  async insert(account: Account): Promise<void> {
    await this.#refuseTakenEmail(account);
    this.store.accounts.set(account.id, account);
  }

  async save(account: Account): Promise<void> {
    if (!this.store.accounts.has(account.id)) return;
    await this.#refuseTakenEmail(account);
    this.store.accounts.set(account.id, account);
  }

  #withIdentities(account: Account): Account {
    const identities = this.store.identities
      .filter(({ userId }) => userId === account.id)
      .sort((one, other) => one.linkedAt - other.linkedAt)
      .map(({ provider, email }) => ({ provider, email }));
    return { ...account, identities };
  }

  async #refuseTakenEmail({ id, email }: Account): Promise<void> {
    const holders = this.store.accounts.filter((one) => one.email === email && one.id !== id);
    if (holders.length > 0) throw emailAlreadyUsed();
  }
}

export class InMemoryAccessReader extends InMemoryRepository implements AccessReader {
  async find(
    userId: UserId,
    sessionId: SessionId,
    householdId: HouseholdId | null,
  ): Promise<StoredCaller | null> {
    const session = this.store.sessions.get(sessionId);
    const account = this.store.accounts.get(userId);
    if (session?.userId !== userId || account === undefined) return null;
    return {
      session: { id: sessionId, userId, revokedAt: session.revokedAt },
      account: {
        id: userId,
        disabledAt: account.disabledAt,
        locale: account.locale,
        timeZone: account.timeZone,
      },
      membership: householdId === null ? null : this.#membership(householdId, userId),
    };
  }

  async areAdmitted(asked: readonly SessionAtHome[]): Promise<readonly boolean[]> {
    const found = await Promise.all(
      asked.map(({ userId, sessionId, householdId }) => this.find(userId, sessionId, householdId)),
    );
    return found.map(
      (access) =>
        access !== null &&
        access.session.revokedAt === null &&
        access.account.disabledAt === null &&
        access.membership !== null,
    );
  }

  #membership(householdId: HouseholdId, userId: UserId): StoredCaller['membership'] {
    const household = this.store.households.get(householdId);
    const [member] = this.store.members.filter(
      (one) => one.householdId === householdId && one.accountId === userId && one.leftAt === null,
    );
    if (household === undefined || member === undefined) return null;
    const hasPauses = this.store.pauses.filter((one) => one.householdId === householdId).length > 0;
    const hasCalendarLink = this.store.calendarLinks.has(householdId);
    return {
      memberId: member.id,
      household,
      role: member.role,
      group: member.group,
      hasPauses,
      hasCalendarLink,
    };
  }
}

export class InMemoryIdentityRepository extends InMemoryRepository implements IdentityRepository {
  async find(provider: ProviderName, subject: string): Promise<Identity | null> {
    return this.store.identities.get(toKey(provider, subject)) ?? null;
  }

  async link(identity: Identity): Promise<boolean> {
    const { provider, subject, userId } = identity;
    const key = toKey(provider, subject);
    if (this.store.identities.has(key) || this.#of(userId, provider) !== undefined) return false;
    this.store.identities.set(key, identity);
    this.store.unlinkedIdentities.delete(toKey(userId, provider));
    return true;
  }

  async saveEmail(provider: ProviderName, subject: string, email: string): Promise<void> {
    this.store.identities.update(toKey(provider, subject), (identity) => ({ ...identity, email }));
  }

  async unlink(userId: UserId, provider: ProviderName): Promise<boolean> {
    const identity = this.#of(userId, provider);
    if (identity === undefined) return false;
    this.store.identities.delete(toKey(provider, identity.subject));
    this.store.unlinkedIdentities.set(toKey(userId, provider), { userId, provider });
    return true;
  }

  async wasUnlinked(userId: UserId, provider: ProviderName): Promise<boolean> {
    return this.store.unlinkedIdentities.has(toKey(userId, provider));
  }

  #of(userId: UserId, provider: ProviderName): Identity | undefined {
    const key = toKey(userId, provider);
    return this.store.identities.filter((one) => toKey(one.userId, one.provider) === key)[0];
  }
}
