import type { HouseholdId, UserId } from '../../domain/shared/ids.js';
import type { Caller, MemberCaller } from '../shared/caller.js';
import { ApplicationError, householdNotFound, sessionExpired, type ErrorCode } from '../shared/errors.js';
import { type OperationName, permit } from '../policy/operations.js';
import type { Access } from './ports.js';
import type { Needs } from '../shared/needs.js';

type Dependencies = Needs<'access' | 'tokenSigner' | 'clock'>;

const unauthenticated = () => new ApplicationError('UNAUTHENTICATED', 'A valid access token is required');

/**
 * Who is asking: UNAUTHENTICATED without a valid access token, SESSION_EXPIRED when its session is revoked or
 * gone, ACCOUNT_DISABLED. The database is asked on every call, so that a sign-out takes effect at once.
 */
export function authenticate(dependencies: Dependencies) {
  return async (accessToken: string | null): Promise<Caller> =>
    toCaller(await grant(dependencies, accessToken, null));
}

const NOT_SIGNED_IN: readonly ErrorCode[] = ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'ACCOUNT_DISABLED'];

/** Who is asking where nobody need be signed in: null without a live session. */
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

/** Whose token it is, by its signature alone: whether its session lives is not asked. null: it is none of ours. */
export function identify({ tokenSigner, clock }: Pick<Dependencies, 'tokenSigner' | 'clock'>) {
  return (accessToken: string | null): UserId | null =>
    accessToken === null ? null : (tokenSigner.verify(accessToken, clock.now())?.userId ?? null);
}

/**
 * Who asks for an operation of a household, in one round trip: HOUSEHOLD_NOT_FOUND unless an active member, FORBIDDEN
 * unless the policy of the operation admits them.
 */
export function authenticateMember(dependencies: Dependencies) {
  return async (
    accessToken: string | null,
    householdId: HouseholdId | null,
    operation: OperationName,
  ): Promise<MemberCaller> => {
    const access = await grant(dependencies, accessToken, householdId);
    if (access.membership === null) throw householdNotFound();
    return permit({ ...toCaller(access), ...access.membership }, operation);
  };
}

async function grant(
  { access: reader, tokenSigner, clock }: Dependencies,
  accessToken: string | null,
  householdId: HouseholdId | null,
): Promise<Access> {
  const claims = accessToken === null ? null : tokenSigner.verify(accessToken, clock.now());
  if (claims === null) throw unauthenticated();
  const access = await reader.find(claims.userId, claims.sessionId, householdId);
  if (access === null || access.session.revokedAt !== null) throw sessionExpired();
  if (access.account.disabledAt !== null)
    throw new ApplicationError('ACCOUNT_DISABLED', 'The account is disabled');
  return access;
}

function toCaller({ session, account }: Access): Caller {
  return { userId: session.userId, sessionId: session.id, account };
}
