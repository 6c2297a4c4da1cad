import type { ProviderAnswer } from '../../../application/accounts/finish-google-sign-in.js';
import { LOCALES, type Locale } from '../../../domain/shared/locale.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { Absent, RequiredIf } from '../../validation/shape.js';
import { Email, Name, Password, Text } from '../../validation/text.js';
import { field } from '../../validation/compose.js';
import { OneOf, textLike, TimeZoneField } from '../../validation/values.js';
import { OwnPath } from '../../validation/own-path.js';

/** Other rules depend on the account. They are in domain/accounts/password-rules. */
export const NEW_PASSWORD = { min: 10, max: 128 };
/** Existing passwords may be older than the rules, so only impossible lengths are rejected here. */
export const OLD_PASSWORD = { min: 1, max: 128 };

export class RegisterInput {
  @Email() email!: string;
  @Password(NEW_PASSWORD) password!: string;
  @Absent() @Name({ max: 80 }) displayName?: string;
  @Absent() @OneOf(LOCALES) locale?: Locale;
  @Absent() @TimeZoneField() timeZone?: TimeZone;
  /** The token of an invitation, required if only invited people may register. */
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

/** Proof for the deletion: the password, or the e-mail address of an account without a password. */
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

/**
 * Addresses are kept in browser histories and logs. So the query contains a hash of the token, with which
 * nobody can accept the invitation.
 */
function TokenHash(): PropertyDecorator {
  const pattern = /^[0-9a-f]{64}$/;
  return textLike(pattern, 'tokenHash', 'must be a SHA-256 in hexadecimal digits', {
    pattern: pattern.source,
    description: 'The SHA-256 of the token of an invitation, in hexadecimal digits.',
  });
}

/** The names are those of the specification and of OAuth 2.0. */
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

/** Accepts any text. Errors of the provider are reported by a redirect, not by a validation error. */
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
