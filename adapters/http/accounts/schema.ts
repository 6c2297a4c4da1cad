import type { ProviderAnswer } from '../../../application/accounts/finish-google-sign-in.js';
import { LOCALES, type Locale } from '../../../domain/shared/locale.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { Absent, RequiredIf } from '../../validation/shape.js';
import { Email, Name, Password, Text } from '../../validation/text.js';
import { field, Description } from '../../validation/compose.js';
import { OneOf, textLike, TimeZoneField } from '../../validation/values.js';
import { OwnPath } from '../../validation/own-path.js';

/** The allowed lengths of a new password. domain/accounts/password-rules has the rules that depend on the account. */
export const NEW_PASSWORD = { min: 10, max: 128 };
/** The lengths of existing passwords, which may be older than the rules. Only impossible lengths are rejected. */
export const OLD_PASSWORD = { min: 1, max: 128 };

export class RegisterInput {
  @Email() email!: string;

  @Description('It must not be a common password, the e-mail address, or the name of the account.')
  @Password(NEW_PASSWORD)
  password!: string;

  @Description('The name that other members see. The default is the part of the e-mail address before the @.')
  @Absent()
  @Name({ max: 80 })
  displayName?: string;

  @Description('The language of texts that the service writes for this account.')
  @Absent()
  @OneOf(LOCALES)
  locale?: Locale;

  @Description('A time zone of the IANA database. Households that the account creates get it by default.')
  @Absent()
  @TimeZoneField()
  timeZone?: TimeZone;

  @Description('The token of an invitation. It is required if only invited people may register.')
  @Absent()
  @Text({ max: 200 })
  invitation?: string;
}

export class LoginInput {
  @Text({ max: 254 }) email!: string;
  @Password(OLD_PASSWORD) password!: string;
}

export class RefreshInput {
  @Description('The refresh token of an app. Browsers send it as a cookie instead.')
  @Absent()
  @Text({ max: 200 })
  refreshToken?: string;
}

export class ForgotPasswordInput {
  @Email() email!: string;
}

export class ResetPasswordInput {
  @Description('The token from the link in the e-mail.')
  @Text({ max: 200 })
  token!: string;

  @Description('It must not be a common password, the e-mail address, or the name of the account.')
  @Password(NEW_PASSWORD)
  newPassword!: string;
}

export class ChangePasswordInput {
  @Password(OLD_PASSWORD) currentPassword!: string;

  @Description('It must not be a common password, the e-mail address, or the name of the account.')
  @Password(NEW_PASSWORD)
  newPassword!: string;
}

export class ChangeEmailInput {
  @Description('The new address. It becomes valid when the link in the e-mail to it is opened.')
  @Email()
  email!: string;

  @Description(
    'The present password. It is required if the account has one. An account without one needs a ' +
      'sign-in within the last five minutes instead.',
  )
  @Absent()
  @Password(OLD_PASSWORD)
  password?: string;
}

export class EmailTokenInput {
  @Description('The token from the link in the e-mail.')
  @Text({ max: 200 })
  token!: string;
}

@Description('The proof that the owner of the account asks for the deletion.')
export class DeleteAccountInput {
  @Description('The password. It is required if the account has one.')
  @Absent()
  @Password(OLD_PASSWORD)
  password?: string;

  @Description('The e-mail address of the account. It is required if the account has no password.')
  @Absent()
  @Text({ max: 254 })
  confirm?: string;
}

export class UpdateMeInput {
  @Absent() @Name({ max: 80 }) displayName?: string;

  @Description('The language of texts that the service writes for this account.')
  @Absent()
  @OneOf(LOCALES)
  locale?: Locale;

  @Description('A time zone of the IANA database. Quiet hours and the daily agenda follow it.')
  @Absent()
  @TimeZoneField()
  timeZone?: TimeZone;
}

/** A PKCE challenge or verifier (RFC 7636, section 4). `alphabet` has the characters that it may contain. */
function Pkce(alphabet: string): PropertyDecorator {
  const pattern = new RegExp(`^[${alphabet}]{43,128}$`);
  return textLike(pattern, 'pkce', `must be 43 to 128 characters of ${alphabet}`);
}

/**
 * Browser histories and logs keep URLs. So the query contains only a hash of the token, with which nobody can accept
 * the invitation.
 */
function TokenHash(): PropertyDecorator {
  const pattern = /^[0-9a-f]{64}$/;
  return textLike(pattern, 'tokenHash', 'must be a SHA-256 in hexadecimal digits');
}

/** The parameter names come from the interface specification and from OAuth 2.0. */
export class GoogleStartQuery {
  @Absent() @OneOf(['web', 'android']) client?: 'web' | 'android';
  @RequiredIf<GoogleStartQuery>(({ client }) => client === 'android')
  @Pkce('A-Za-z0-9_-')
  code_challenge?: string;
  @Absent() @OneOf(['S256']) code_challenge_method?: string;
  @Absent() @OwnPath() next?: string;
  @Absent() @TokenHash() invitation?: string;
}

export class GoogleLinkInput {
  @Description('The present password. It is not required within five minutes of a sign-in.')
  @Absent()
  @Password(OLD_PASSWORD)
  password?: string;

  @Description('The path of the web client to which the browser returns.')
  @Absent()
  @OwnPath()
  next?: string;
}

/**
 * Accepts any text. The route answers invalid values, like errors of the provider, with a redirect instead of a
 * validation error.
 */
function Anything(): PropertyDecorator {
  return field({ type: 'string' });
}

export class GoogleCallbackQuery {
  @Absent() @Anything() code?: unknown;
  @Absent() @Anything() state?: unknown;
  @Absent() @Anything() error?: unknown;
}

export function readProviderAnswer({ code, state, error }: GoogleCallbackQuery): ProviderAnswer {
  const read = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return { code: read(code), state: read(state), error: read(error) };
}

export class MobileExchangeInput {
  @Description('The one-time code from the redirect to the app. It is valid for two minutes.')
  @Text({ max: 200 })
  code!: string;

  @Description(
    'The PKCE verifier that belongs to the challenge that the app sent when it started the ' +
      'sign-in (RFC 7636).',
  )
  @Pkce('A-Za-z0-9._~-')
  codeVerifier!: string;
}
