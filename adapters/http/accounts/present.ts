import type { SignedIn } from '../../../application/accounts/open-session.js';
import type { HouseholdSummary } from '../../../application/households/ports.js';
import type { Account } from '../../../domain/accounts/account.js';
import { showEmail } from '../../../domain/accounts/email.js';
import { IDENTITY_PROVIDERS } from '../../../domain/accounts/identity.js';
import { ROLES } from '../../../domain/households/household.js';
import { LOCALES } from '../../../domain/shared/locale.js';
import type { SessionId } from '../../../domain/shared/ids.js';
import type { Session } from '../../../domain/accounts/session.js';
import type { FlowClient, GoogleOutcome } from '../../../application/accounts/google-flow.js';
import {
  InlineMany,
  Integer,
  One,
  PlainText,
  Secret,
  type InstantText,
  presentFields,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { Flag, Id, InstantField, OneOf } from '../../validation/values.js';

class UserIdentity {
  @OneOf(IDENTITY_PROVIDERS) provider!: (typeof IDENTITY_PROVIDERS)[number];

  @Description('The address at the provider, which may differ from that of the account.')
  @PlainText()
  email!: string;
}

@Description('An account.')
export class UserDto {
  @Id() id!: string;
  @PlainText({ format: 'idn-email' }) email!: string;

  @Description('True if the owner has proved that the address is theirs.')
  @Flag()
  emailVerified!: boolean;

  @Description('The name of the member in households in which they have no other name.')
  @PlainText()
  displayName!: string;

  @Description('The language of texts that the service writes for this account.')
  @OneOf(LOCALES)
  locale!: (typeof LOCALES)[number];

  @Description('A time zone of the IANA database. Quiet hours and the daily agenda follow it.')
  @PlainText()
  timeZone!: string;

  @Description('True if the account can sign in with a password.')
  @Flag()
  hasPassword!: boolean;

  @Description('The accounts at other providers with which the account can sign in.')
  @InlineMany(UserIdentity)
  identities!: readonly UserIdentity[];

  @InstantField() createdAt!: InstantText;
}

export class AuthResponse {
  @One(UserDto) user!: UserDto;

  @Description('Seconds until the access token expires.')
  @Integer()
  accessTokenExpiresIn!: number;

  @Description(
    'The access token, to be sent as `Authorization: Bearer`. It is missing if the tokens are ' +
      'in cookies.',
  )
  @Absent()
  @Secret()
  accessToken?: string;

  @Description('The refresh token. Every refresh replaces it. It is missing if the tokens are in cookies.')
  @Absent()
  @Secret()
  refreshToken?: string;
}

class MeResponseHousehold {
  @Id() id!: string;
  @PlainText() name!: string;

  @Description('The role of the account in this household.')
  @OneOf(ROLES)
  role!: (typeof ROLES)[number];

  @Description('The id of the account as a member of this household.')
  @Id()
  memberId!: string;
}

@Description('The account of the caller and its households.')
export class MeResponse {
  @One(UserDto) user!: UserDto;

  @Description('The session of this request.')
  @Id()
  sessionId!: string;

  @InlineMany(MeResponseHousehold) households!: readonly MeResponseHousehold[];
}

export function presentUser(account: Account): UserDto {
  return presentFields(UserDto, {
    ...account,
    email: showEmail(account.email),
    identities: account.identities.map((identity) => ({ ...identity, email: showEmail(identity.email) })),
    hasPassword: account.passwordHash !== null,
  });
}

/**
 * Returns the body of a sign-in. It contains the tokens only in bearer mode; other clients get them as cookies.
 */
export function presentSignedIn(signedIn: SignedIn, bearerMode: boolean): AuthResponse {
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
): MeResponse {
  const households = me.households.map(({ household, ...summary }) =>
    presentFields(MeResponseHousehold, { ...household, ...summary }),
  );
  return { user: presentUser(me.account), sessionId, households };
}

@Description('A signed-in device.')
export class SessionDto {
  @Id() id!: string;
  @InstantField() createdAt!: InstantText;

  @Description('The time of the last refresh, or of the sign-in.')
  @InstantField()
  lastUsedAt!: InstantText;

  @Description('The `User-Agent` of the client. null means that it sent none.')
  @OrNull()
  @PlainText()
  userAgent!: string | null;

  @Description('True for the session of this request.')
  @Flag()
  current!: boolean;
}

export function presentSession(session: Session, current: SessionId): SessionDto {
  return presentFields(SessionDto, { ...session, current: session.id === current });
}

@Description('The ways to sign in to this service.')
export class AuthProvidersDto {
  @Description('True if members can sign in with a password.')
  @Flag()
  password!: boolean;

  @Description('True if members can sign in with Google.')
  @Flag()
  google!: boolean;
}

export class GoogleLinkDto {
  @Description('The page of the provider. Open it in the browser that sent this request.')
  @Secret({ format: 'uri' })
  url!: string;
}

export type ClientAddresses = { readonly webBaseUrl: string; readonly appScheme: string };

/**
 * Returns the address to which a finished sign-in redirects: the web client or the app. The app's scheme comes from
 * the configuration, never from the request, and the app gets only a one-time code or an error code.
 */
export function addressAfter(
  client: FlowClient,
  outcome: GoogleOutcome,
  { webBaseUrl, appScheme }: ClientAddresses,
): string {
  if (client.kind === 'android') return `${appScheme}://auth?${buildQuery(outcome).toString()}`;
  const url = new URL(`${webBaseUrl}${client.next ?? '/'}`);
  if (outcome.kind === 'failed') url.searchParams.set('authError', outcome.error);
  return url.href;
}

function buildQuery(outcome: GoogleOutcome): URLSearchParams {
  if (outcome.kind === 'failed') return new URLSearchParams({ authError: outcome.error });
  return new URLSearchParams(outcome.kind === 'code' ? { code: outcome.code } : {});
}
