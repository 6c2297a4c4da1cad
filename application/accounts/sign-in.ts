import { normalizeEmail } from '../../domain/accounts/account.js';
import { ApplicationError } from '../errors.js';
import type { AccountReader } from '../ports/account-repository.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { openSession, type SessionDependencies, type SignedIn } from './open-session.js';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string | null;
};

/**
 * INVALID_CREDENTIALS tells neither whether the account exists nor whether it is disabled, in words or in
 * time; ACCOUNT_DISABLED is told only to who knows the password. A hash of weaker parameters is renewed.
 */
export function signIn(
  dependencies: SessionDependencies & {
    unitOfWork: UnitOfWork;
    accounts: AccountReader;
    passwordHasher: PasswordHasher;
  },
) {
  const { unitOfWork, accounts: reader, passwordHasher } = dependencies;
  return async ({ email, password, userAgent }: Credentials): Promise<SignedIn> => {
    const account = await reader.findByEmail(normalizeEmail(email));
    const { matches, outdated } = await passwordHasher.verify(account?.passwordHash ?? null, password);
    if (account === null || !matches)
      throw new ApplicationError('INVALID_CREDENTIALS', 'E-mail or password is wrong');
    if (account.disabledAt !== null)
      throw new ApplicationError('ACCOUNT_DISABLED', 'The account is disabled');
    const renewedHash = outdated ? await passwordHasher.hash(password) : null;
    return unitOfWork.run(async ({ accounts, sessions }) => {
      if (renewedHash !== null) await accounts.save({ ...account, passwordHash: renewedHash });
      return openSession(dependencies, sessions, account, userAgent);
    });
  };
}
