import { OLD_PASSWORD } from './schema.js';
import { composed, documented, rule } from '../schema/compose.js';
import { OwnPath } from '../schema/own-path.js';
import { Absent, RequiredIf } from '../schema/presence.js';
import { Password, Text } from '../schema/text.js';
import { OneOf } from '../schema/values.js';

/** The unreserved characters that challenges and verifiers are made of (RFC 7636, section 4). */
function Pkce(alphabet: string): PropertyDecorator {
  const pattern = `^[${alphabet}]{43,128}$`;
  const holds = (value: unknown) => typeof value === 'string' && new RegExp(pattern).test(value);
  return composed(
    rule('pkce', `must be 43 to 128 characters of ${alphabet}`, holds),
    documented({ type: 'string', pattern }),
  );
}

/** The names are those of the specification and of OAuth. */
export class GoogleStartQuery {
  @Absent() @OneOf(['web', 'android']) client?: 'web' | 'android';
  @RequiredIf<GoogleStartQuery>(({ client }) => client === 'android')
  @Pkce('A-Za-z0-9_-')
  code_challenge?: string;
  @Absent() @OneOf(['S256']) code_challenge_method?: string;
  @Absent() @OwnPath() next?: string;
}

export class GoogleLinkInput {
  @Absent() @Password(OLD_PASSWORD) password?: string;
  @Absent() @OwnPath() next?: string;
}

/** What comes from the provider is not judged here: whatever is wrong with it is told by a redirect. */
function Anything(): PropertyDecorator {
  return documented({ type: 'string' });
}

export class GoogleCallbackQuery {
  @Absent() @Anything() code?: unknown;
  @Absent() @Anything() state?: unknown;
  @Absent() @Anything() error?: unknown;
}

export class MobileExchangeInput {
  @Text({ max: 200 }) code!: string;
  @Pkce('A-Za-z0-9._~-') codeVerifier!: string;
}
