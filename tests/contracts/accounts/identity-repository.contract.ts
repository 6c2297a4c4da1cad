import { describe, expect, test } from '@jest/globals';
import type { Account } from '../../../domain/accounts/account.js';
import type { Identity } from '../../../domain/accounts/identity.js';
import { anAccount, anIdentity } from '../../builders/account.js';
import { anId } from '../../builders/ids.js';
import { MINUTE, NOON } from '../../builders/instants.js';
import { inOne, times, type Contract } from '../persistence.js';
import { tryToModify } from '../try-to-modify.js';

export const identityRepositoryContract: Contract = (persistence) => {
  const link = (identity: Identity) => inOne(persistence(), ({ identities }) => identities.link(identity));
  const find = (subject: string) =>
    inOne(persistence(), ({ identities }) => identities.find('google', subject));
  const unlink = (userId: Account['id']) =>
    inOne(persistence(), ({ identities }) => identities.unlink(userId, 'google', NOON));
  const wasUnlinked = (userId: Account['id']) =>
    inOne(persistence(), ({ identities }) => identities.wasUnlinked(userId, 'google'));

  async function anOwner(): Promise<Account> {
    const account = anAccount();
    await inOne(persistence(), ({ accounts }) => accounts.insert(account));
    return account;
  }

  describe('identities of a sign-in provider', () => {
    test('are found by their subject, with all their fields', async () => {
      const { id } = await anOwner();
      const identity = anIdentity({ userId: id, email: 'zoé@gmail.example', linkedAt: NOON + MINUTE });
      expect(await link(identity)).toBe(true);
      expect(await find(identity.subject)).toEqual(identity);
    });

    test('are returned as null if no account has linked them', async () => {
      expect(await find('unknown')).toBeNull();
    });

    test('are returned with their account when it is found by id or by its e-mail address', async () => {
      const [owner, other] = [await anOwner(), await anOwner()];
      await link(anIdentity({ userId: owner.id, email: 'shown@gmail.example' }));
      const { accounts } = persistence().readers;
      const identities = [{ provider: 'google', email: 'shown@gmail.example' }];
      expect(await accounts.find(owner.id)).toEqual({ ...owner, identities });
      expect(await accounts.findByEmail(owner.email)).toEqual({ ...owner, identities });
      expect(await accounts.find(other.id)).toEqual(other);
    });

    test('are not changed when their account is saved', async () => {
      const owner = await anOwner();
      const identity = anIdentity({ userId: owner.id });
      await link(identity);
      await inOne(persistence(), ({ accounts }) => accounts.save({ ...owner, displayName: 'New' }));
      expect((await persistence().readers.accounts.find(owner.id))?.identities).toHaveLength(1);
    });

    test('can be linked to only one account', async () => {
      const [owner, other] = [await anOwner(), await anOwner()];
      const identity = anIdentity({ userId: owner.id });
      await link(identity);
      expect(await link({ ...identity, userId: other.id })).toBe(false);
      expect(await find(identity.subject)).toEqual(identity);
    });

    test('can be linked only once for each provider and account', async () => {
      const { id } = await anOwner();
      const [first, second] = [anIdentity({ userId: id }), anIdentity({ userId: id })];
      expect(await link(first)).toBe(true);
      expect(await link(second)).toBe(false);
      expect(await find(second.subject)).toBeNull();
    });

    test('are linked to only one account when 20 accounts link the same identity at once', async () => {
      const owners = await Promise.all(times(20, anOwner));
      const { subject } = anIdentity({ userId: anId() });
      const won = await Promise.all(owners.map(({ id }) => link(anIdentity({ userId: id, subject }))));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await find(subject))?.userId).toBe(owners[won.indexOf(true)]?.id);
    });

    test('store the last address that the provider reported', async () => {
      const { id } = await anOwner();
      const identity = anIdentity({ userId: id });
      await link(identity);
      await inOne(persistence(), async ({ identities }) => {
        await identities.saveEmail('google', identity.subject, 'new@gmail.example');
        await identities.saveEmail('google', 'unknown', 'new@gmail.example');
      });
      expect(await find(identity.subject)).toEqual({ ...identity, email: 'new@gmail.example' });
      expect(await find('unknown')).toBeNull();
    });

    test('are deleted when unlinked, and the account is marked as unlinked until the next link', async () => {
      const [owner, other] = [await anOwner(), await anOwner()];
      const identity = anIdentity({ userId: owner.id });
      const others = anIdentity({ userId: other.id });
      await link(identity);
      await link(others);
      expect(await wasUnlinked(owner.id)).toBe(false);

      expect(await unlink(owner.id)).toBe(true);
      expect(await find(identity.subject)).toBeNull();
      expect(await find(others.subject)).toEqual(others);
      expect(await wasUnlinked(owner.id)).toBe(true);
      expect(await wasUnlinked(other.id)).toBe(false);

      expect(await unlink(owner.id)).toBe(false);
      expect(await link(identity)).toBe(true);
      expect(await wasUnlinked(owner.id)).toBe(false);
      expect(await unlink(owner.id)).toBe(true);
    });

    test('that do not exist cannot be unlinked, and the account is not marked as unlinked', async () => {
      const { id } = await anOwner();
      expect(await unlink(id)).toBe(false);
      expect(await wasUnlinked(id)).toBe(false);
    });

    test('are unchanged after a unit of work fails, and when a returned object is modified', async () => {
      const { id } = await anOwner();
      const identity = anIdentity({ userId: id });
      await link(identity);
      const failing = inOne(persistence(), async ({ identities }) => {
        await identities.unlink(id, 'google', NOON);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      tryToModify((await find(identity.subject))!, { email: 'changed' });
      expect(await find(identity.subject)).toEqual(identity);
      expect(await wasUnlinked(id)).toBe(false);
    });
  });
};
