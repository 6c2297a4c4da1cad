import { Type, type Static } from 'typebox';
import type { SignedIn } from '../../../application/accounts/open-session.js';
import type { HouseholdSummary } from '../../../application/households/ports.js';
import type { Account } from '../../../domain/accounts/account.js';
import { IDENTITY_PROVIDERS } from '../../../domain/accounts/identity.js';
import { LOCALES, ROLES } from '../../../domain/households/household.js';
import type { SessionId } from '../../../domain/shared/ids.js';
import { instant, oneOf, presentInstant, uuid, nullable } from '../schema/common.js';
import type { Session } from '../../../domain/accounts/session.js';
import type { FlowClient, GoogleOutcome } from '../../../application/accounts/google-flow.js';

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

export const SessionDto = Type.Object(
  {
    id: uuid(),
    createdAt: instant(),
    lastUsedAt: instant(),
    userAgent: nullable(Type.String()),
    current: Type.Boolean(),
  },
  { title: 'SessionDto' },
);

export function presentSession(session: Session, current: SessionId): Static<typeof SessionDto> {
  return {
    id: session.id,
    createdAt: presentInstant(session.createdAt),
    lastUsedAt: presentInstant(session.lastUsedAt),
    userAgent: session.userAgent,
    current: session.id === current,
  };
}

export const AuthProvidersDto = Type.Object(
  { password: Type.Literal(true), google: Type.Boolean() },
  { title: 'AuthProvidersDto' },
);

export const GoogleLinkDto = Type.Object(
  { url: Type.String({ format: 'uri', description: "the provider's page, for the same browser" }) },
  { title: 'GoogleLinkDto' },
);

export type ClientAddresses = { readonly webBaseUrl: string; readonly appScheme: string };

/**
 * Where a finished sign-in leads: into the web client, or into the app. Its scheme is ours to configure and never the
 * request's, and it is told a one-time code at most.
 */
export function addressAfter(
  client: FlowClient,
  outcome: GoogleOutcome,
  { webBaseUrl, appScheme }: ClientAddresses,
): string {
  if (client.kind === 'android') return `${appScheme}://auth?${queryOf(outcome).toString()}`;
  const url = new URL(`${webBaseUrl}${client.next ?? '/'}`);
  if (outcome.kind === 'failed') url.searchParams.set('authError', outcome.error);
  return url.href;
}

function queryOf(outcome: GoogleOutcome): URLSearchParams {
  if (outcome.kind === 'failed') return new URLSearchParams({ authError: outcome.error });
  return new URLSearchParams(outcome.kind === 'code' ? { code: outcome.code } : {});
}
