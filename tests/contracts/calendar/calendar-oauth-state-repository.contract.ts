import { describe, expect, test } from '@jest/globals';
import type { CalendarOAuthStateRepository } from '../../../application/calendar/ports.js';
import type { SessionId } from '../../../domain/shared/ids.js';
import type { ConnectTicket } from '../../../domain/calendar/oauth-state.js';
import { anAccount } from '../../builders/account.js';
import { anId } from '../../builders/ids.js';
import { MINUTE, NOON } from '../../builders/instants.js';
import { inOne, times, type Contract } from '../persistence.js';

export const calendarHandshakeRepositoryContract: Contract = (persistence) => {
  const run = <T>(step: (handshakes: CalendarOAuthStateRepository) => Promise<T>) =>
    inOne(persistence(), ({ calendarOAuthStates }) => step(calendarOAuthStates));
  async function stored(fields: Partial<ConnectTicket> = {}): Promise<ConnectTicket> {
    const account = anAccount();
    await inOne(persistence(), ({ accounts }) => accounts.insert(account));
    const hash = `hash of ${anId()}`;
    const ticket: ConnectTicket = {
      hash,
      userId: account.id,
      sessionId: anId<SessionId>(),
      issuedAt: NOON,
      ...fields,
    };
    await run((handshakes) => handshakes.insertTicket(ticket));
    return ticket;
  }
  const take = (hash: string) => run((handshakes) => handshakes.takeTicket(hash));

  describe('tickets for connecting a calendar', () => {
    test('are consumed once, and returned with all fields', async () => {
      const ticket = await stored({ issuedAt: NOON + 1 });
      expect(await take(ticket.hash)).toEqual(ticket);
      expect(await take(ticket.hash)).toBeNull();
    });

    test('can be read repeatedly until they are consumed', async () => {
      const ticket = await stored();
      const find = () => run((handshakes) => handshakes.findTicket(ticket.hash));
      expect(await find()).toEqual(ticket);
      expect(await find()).toEqual(ticket);
      await take(ticket.hash);
      expect(await find()).toBeNull();
    });

    test('are consumed by only one of 20 parallel requests', async () => {
      const { hash } = await stored();
      const taken = await Promise.all(times(20, () => take(hash)));
      expect(taken.filter((ticket) => ticket !== null)).toHaveLength(1);
    });

    test('of one user are deleted, and no tickets of other users', async () => {
      const [gone, kept] = [await stored(), await stored()];
      await run((handshakes) => handshakes.deleteTicketsOf(gone.userId));
      expect(await take(gone.hash)).toBeNull();
      expect(await take(kept.hash)).toEqual(kept);
    });

    test('are deleted if they are older than the given instant', async () => {
      const old = await stored({ issuedAt: NOON - MINUTE - 1 });
      const young = await stored({ issuedAt: NOON - MINUTE });
      await run((handshakes) => handshakes.deleteTicketsIssuedBefore(NOON - MINUTE));
      expect(await take(old.hash)).toBeNull();
      expect(await take(young.hash)).toEqual(young);
    });
  });

  describe('OAuth states', () => {
    const spend = (hash: string, at = NOON) => run((handshakes) => handshakes.spendState(hash, at));

    test('are consumed once, even by 20 parallel requests', async () => {
      const hash = `hash of ${anId()}`;
      const spent = await Promise.all(times(20, () => spend(hash)));
      expect(spent.filter(Boolean)).toHaveLength(1);
      expect(await spend(`hash of ${anId()}`)).toBe(true);
    });

    test('are deleted if they were consumed before the given instant', async () => {
      const [old, young] = [`hash of ${anId()}`, `hash of ${anId()}`];
      await spend(old, NOON - MINUTE - 1);
      await spend(young, NOON - MINUTE);
      await run((handshakes) => handshakes.deleteStatesSpentBefore(NOON - MINUTE));
      expect(await spend(old)).toBe(true);
      expect(await spend(young)).toBe(false);
    });
  });
};
