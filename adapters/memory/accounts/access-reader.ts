import type { Access, AccessReader, SessionAtHome } from '../../../application/accounts/ports.js';
import type { HouseholdId, SessionId, UserId } from '../../../domain/shared/ids.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryAccessReader implements AccessReader {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(userId: UserId, sessionId: SessionId, householdId: HouseholdId | null): Promise<Access | null> {
    const session = this.#store.sessions.get(sessionId);
    const account = this.#store.accounts.get(userId);
    if (session?.userId !== userId || account === undefined) return Promise.resolve(null);
    return Promise.resolve({
      session: { id: sessionId, userId, revokedAt: session.revokedAt },
      account: {
        id: userId,
        disabledAt: account.disabledAt,
        locale: account.locale,
        timeZone: account.timeZone,
      },
      membership: householdId === null ? null : this.#membership(householdId, userId),
    });
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

  #membership(householdId: HouseholdId, userId: UserId): Access['membership'] {
    const household = this.#store.households.get(householdId);
    const member = this.#store.members.get(keyOf(householdId, userId));
    if (household === undefined || member?.leftAt !== null) return null;
    return { household, role: member.role };
  }
}
