import type { HouseholdId, UserId } from '../../domain/shared/ids.js';
import type { Caller, MemberCaller } from '../shared/caller.js';
import {
  ApplicationError,
  householdNotFound,
  sessionExpired,
  type ErrorCode,
  accountDisabled,
} from '../shared/errors.js';
import { type OperationName, admit } from '../policy/operations.js';
import type { StoredCaller } from './ports.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'access' | 'tokenSigner' | 'clock'>;

const unauthenticated = () =>
  new ApplicationError(
    'UNAUTHENTICATED',
    'The access token is missing, invalid or expired. Refresh it, or sign in',
  );

/**
 * Returns the signed-in caller. The session is read from the database on every call, so a sign-out takes effect at
 * once.
 *
 * @throws UNAUTHENTICATED without a valid access token.
 * @throws SESSION_EXPIRED if the session of the token is revoked or deleted.
 * @throws ACCOUNT_DISABLED if the account is disabled.
 */
export function authenticate(dependencies: Dependencies) {
  return async (accessToken: string | null): Promise<Caller> =>
    toCaller(await grant(dependencies, accessToken, null));
}

const NOT_SIGNED_IN: readonly ErrorCode[] = ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'ACCOUNT_DISABLED'];

/**
 * Returns the signed-in caller, or null where {@link authenticate} throws one of its errors. For routes that do not
 * require sign-in.
 */
export function authenticateIfSignedIn(dependencies: Dependencies) {
  return async (accessToken: string | null): Promise<Caller | null> => {
    try {
      return toCaller(await grant(dependencies, accessToken, null));
    } catch (error) {
      if (error instanceof ApplicationError && NOT_SIGNED_IN.includes(error.code)) return null;
      throw error;
    }
  };
}

/**
 * Returns the user id from the access token, or null if the token is missing, expired or not signed by us. Checks only
 * the signature and the expiry; the session may have been revoked.
 */
export function identify({ tokenSigner, clock }: Pick<Dependencies, 'tokenSigner' | 'clock'>) {
  return (accessToken: string | null): UserId | null =>
    accessToken === null ? null : (tokenSigner.verify(accessToken, clock.now())?.userId ?? null);
}

/**
 * Returns the caller of a household operation with their membership. Needs one database round trip.
 *
 * @throws UNAUTHENTICATED, SESSION_EXPIRED or ACCOUNT_DISABLED as {@link authenticate}.
 * @throws HOUSEHOLD_NOT_FOUND unless the caller is an active member.
 * @throws FORBIDDEN if the policy of the operation does not admit the caller. The use case checks the policy again,
 *   with the caller's role. The check is made here too, so that a caller without permission gets FORBIDDEN and not an
 *   error about the body of the request, which is read later.
 */
export function authenticateMember(dependencies: Dependencies) {
  return async (
    accessToken: string | null,
    householdId: HouseholdId | null,
    operation: OperationName,
  ): Promise<MemberCaller> => {
    const access = await grant(dependencies, accessToken, householdId);
    if (access.membership === null) throw householdNotFound();
    return admit({ ...toCaller(access), ...access.membership }, operation);
  };
}

async function grant(
  { access: reader, tokenSigner, clock }: Dependencies,
  accessToken: string | null,
  householdId: HouseholdId | null,
): Promise<StoredCaller> {
  const claims = accessToken === null ? null : tokenSigner.verify(accessToken, clock.now());
  if (claims === null) throw unauthenticated();
  const access = await reader.find(claims.userId, claims.sessionId, householdId);
  if (access === null || access.session.revokedAt !== null) throw sessionExpired();
  if (access.account.disabledAt !== null) throw accountDisabled();
  return access;
}

function toCaller({ session, account }: StoredCaller): Caller {
  return { userId: session.userId, sessionId: session.id, account };
}
