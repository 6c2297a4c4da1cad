import { LOCALES, type Locale } from '../../../domain/households/household.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { Absent } from './decorators/presence.js';
import { Email, Password, Text } from './decorators/text.js';
import { OneOf, TimeZoneField } from './decorators/values.js';

export class RegisterInput {
  @Email() email!: string;
  @Password({ min: 10, max: 128 }) password!: string;
  @Absent() @Text({ max: 80 }) displayName?: string;
  @Absent() @OneOf(LOCALES) locale?: Locale;
  @Absent() @TimeZoneField() timeZone?: TimeZone;
}

/** An existing password is whatever it is: only what no password can be is refused unread. */
export class LoginInput {
  @Text({ max: 254 }) email!: string;
  @Password({ min: 1, max: 128 }) password!: string;
}

export class RefreshInput {
  @Absent() @Text({ max: 200 }) refreshToken?: string;
}
