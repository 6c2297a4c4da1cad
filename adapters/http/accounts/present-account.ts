import { Type, type Static } from 'typebox';
import type { SignedIn } from '../../../application/accounts/open-session.js';
import type { HouseholdSummary } from '../../../application/ports/household-repository.js';
import type { Account } from '../../../domain/accounts/account.js';
import { IDENTITY_PROVIDERS } from '../../../domain/accounts/identity.js';
import { LOCALES, ROLES } from '../../../domain/households/household.js';
import type { SessionId } from '../../../domain/shared/ids.js';
import { instant, oneOf, presentInstant, uuid } from '../schema/common.js';

export const UserDto = Type.Object(
  {
    id: uuid(),
    email: Type.String({ format: 'idn-email' }),
    emailVerified: Type.Boolean(),
    displayName: Type.String(),
    locale: oneOf(LOCALES),
    timeZone: Type.String(),
    hasPassword: Type.Boolean(),
    identities: Type.Array(Type.Object({ provider: oneOf(IDENTITY_PROVIDERS), email: Type.String() })),
    createdAt: instant(),
  },
  { title: 'UserDto' },
);
type UserDto = Static<typeof UserDto>;

export const AuthResponse = Type.Object(
  {
    user: UserDto,
    accessTokenExpiresIn: Type.Integer(),
    accessToken: Type.Optional(Type.String({ description: 'only in bearer mode' })),
    refreshToken: Type.Optional(Type.String({ description: 'only in bearer mode' })),
  },
  { title: 'AuthResponse' },
);

export const MeResponse = Type.Object(
  {
    user: UserDto,
    sessionId: uuid(),
    households: Type.Array(Type.Object({ id: uuid(), name: Type.String(), role: oneOf(ROLES) })),
  },
  { title: 'MeResponse' },
);

export function presentUser(account: Account): UserDto {
  return {
    id: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    displayName: account.displayName,
    locale: account.locale,
    timeZone: account.timeZone,
    hasPassword: account.passwordHash !== null,
    identities: account.identities.map(({ provider, email }) => ({ provider, email })),
    createdAt: presentInstant(account.createdAt),
  };
}

/** The tokens are in the body for clients that carry them themselves, and nowhere but in cookies for the others. */
export function presentSignedIn(signedIn: SignedIn, bearerMode: boolean): Static<typeof AuthResponse> {
  const { account, accessToken, refreshToken, accessTokenExpiresIn } = signedIn;
  return {
    user: presentUser(account),
    accessTokenExpiresIn,
    ...(bearerMode && { accessToken, refreshToken }),
  };
}

export function presentMe(
  me: { account: Account; households: readonly HouseholdSummary[] },
  sessionId: SessionId,
): Static<typeof MeResponse> {
  return {
    user: presentUser(me.account),
    sessionId,
    households: me.households.map(({ household, role }) => ({
      id: household.id,
      name: household.name,
      role,
    })),
  };
}
