import { LOCALES, type Locale } from '../../../domain/households/household.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { Absent } from '../schema/presence.js';
import { Email, Name, Password, Text } from '../schema/text.js';
import { OneOf, TimeZoneField } from '../schema/values.js';

/** Beyond its length, what is wrong with a password depends on whose it is: see domain/accounts/password-rules. */
const NEW_PASSWORD = { min: 10, max: 128 };
/** An existing password is whatever it is: only what no password can be is refused unread. */
export const OLD_PASSWORD = { min: 1, max: 128 };

export class RegisterInput {
  @Email() email!: string;
  @Password(NEW_PASSWORD) password!: string;
  @Absent() @Name({ max: 80 }) displayName?: string;
  @Absent() @OneOf(LOCALES) locale?: Locale;
  @Absent() @TimeZoneField() timeZone?: TimeZone;
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
