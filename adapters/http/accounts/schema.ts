import type { ProviderAnswer } from '../../../application/accounts/finish-google-sign-in.js';
import { LOCALES, type Locale } from '../../../domain/shared/locale.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { Absent, RequiredIf } from '../../validation/shape.js';
import { Email, Name, Password, Text } from '../../validation/text.js';
import { field } from '../../validation/compose.js';
import { OneOf, textLike, TimeZoneField } from '../../validation/values.js';
import { OwnPath } from '../../validation/own-path.js';

/** Beyond its length, what is wrong with a password depends on whose it is: see domain/accounts/password-rules. */
export const NEW_PASSWORD = { min: 10, max: 128 };
/** An existing password is whatever it is: only what no password can be is refused unread. */
export const OLD_PASSWORD = { min: 1, max: 128 };

export class RegisterInput {
  @Email() email!: string;
  @Password(NEW_PASSWORD) password!: string;
  @Absent() @Name({ max: 80 }) displayName?: string;
  @Absent() @OneOf(LOCALES) locale?: Locale;
  @Absent() @TimeZoneField() timeZone?: TimeZone;
  /** The token of one, where only the invited may register. */
  @Absent() @Text({ max: 200 }) invitation?: string;
}

export class LoginInput {
  @Text({ max: 254 }) email!: string;
  @Password(OLD_PASSWORD) password!: string;
}

export class RefreshInput {
  @Absent() @Text({ max: 200 }) refreshToken?: string;
}

export class ForgotPasswordInput {
  @Email() email!: string;
}

export class ResetPasswordInput {
  @Text({ max: 200 }) token!: string;
  @Password(NEW_PASSWORD) newPassword!: string;
}

export class ChangePasswordInput {
  @Password(OLD_PASSWORD) currentPassword!: string;
  @Password(NEW_PASSWORD) newPassword!: string;
}

export class ChangeEmailInput {
  @Email() email!: string;
  @Absent() @Password(OLD_PASSWORD) password?: string;
}

export class EmailTokenInput {
  @Text({ max: 200 }) token!: string;
}

/** The password, or for an account without one its e-mail address. */
export class DeleteAccountInput {
  @Absent() @Password(OLD_PASSWORD) password?: string;
  @Absent() @Text({ max: 254 }) confirm?: string;
}

export class UpdateMeInput {
  @Absent() @Name({ max: 80 }) displayName?: string;
  @Absent() @OneOf(LOCALES) locale?: Locale;
  @Absent() @TimeZoneField() timeZone?: TimeZone;
}

/** The unreserved characters that challenges and verifiers are made of (RFC 7636, section 4). */
function Pkce(alphabet: string): PropertyDecorator {
  const pattern = new RegExp(`^[${alphabet}]{43,128}$`);
  return textLike(pattern, 'pkce', `must be 43 to 128 characters of ${alphabet}`);
}

/** An address that is kept in histories and logs holds no token: whoever reads this hash there can accept nothing. */
function TokenHash(): PropertyDecorator {
  const pattern = /^[0-9a-f]{64}$/;
  return textLike(pattern, 'tokenHash', 'must be a SHA-256 in hexadecimal digits', {
    pattern: pattern.source,
    description: 'The SHA-256 of the token of an invitation, in hexadecimal digits.',
  });
}

/** The names are those of the specification and of OAuth. */
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
  @Absent() @Password(OLD_PASSWORD) password?: string;
  @Absent() @OwnPath() next?: string;
}

/** What comes from the provider is not judged here: whatever is wrong with it is told by a redirect. */
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
  @Text({ max: 200 }) code!: string;
  @Pkce('A-Za-z0-9._~-') codeVerifier!: string;
}
