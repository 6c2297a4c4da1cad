import { REGISTRATION_MODES, type RegistrationMode } from '../../../domain/accounts/registration.js';
import { FILE_BYTES } from '../../../domain/attachments/attachment.js';
import { NEW_PASSWORD } from '../accounts/schema.js';
import { route, tagged, type Route } from '../route.js';
import type { Offers, RouteDependencies } from '../route-dependencies.js';
import { Inline, Integer, PlainText } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { Flag, OneOf } from '../../validation/values.js';

const CALENDARS: readonly Offers['calendar'][] = ['google', 'demo', 'none'];

const HOUSEHOLD = '/v1/households/{householdId}';
/** A feature is there when its route is. */
const FEATURE_PATHS = {
  changes: `${HOUSEHOLD}/changes`,
  commands: `${HOUSEHOLD}/commands`,
  operations: `${HOUSEHOLD}/operations`,
  displays: `${HOUSEHOLD}/displays`,
};

class MetaFeatures {
  @Flag({ description: 'Whoever likes can make an account' }) registration!: boolean;
  /** Who can: whoever likes, who holds an invitation, nobody. */
  @OneOf(REGISTRATION_MODES) registrationMode!: RegistrationMode;
  @Flag({ description: 'Signing in with Google' }) google!: boolean;
  @Flag({ description: "Signing in with the operator's OpenID provider" }) oidc!: boolean;
  @OneOf(CALENDARS) calendar!: Offers['calendar'];
  @Flag({ description: 'Browsers can be woken' }) push!: boolean;
  @Flag({ description: 'Mails are sent' }) mail!: boolean;
  @Flag() changes!: boolean;
  @Flag() commands!: boolean;
  @Flag() operations!: boolean;
  @Flag() displays!: boolean;
}

class MetaLimits {
  @Integer({ description: 'Of one file' }) attachmentBytes!: number;
  @Integer({ description: 'Characters' }) passwordMin!: number;
}

export class MetaDto {
  @PlainText() version!: string;
  @OrNull() @PlainText({ description: 'Which web client is served; null: none' }) webBuild!: string | null;
  @Inline(MetaFeatures) features!: MetaFeatures;
  @Flag({ description: 'Browsers keep the session over https alone' }) secureCookies!: boolean;
  @Inline(MetaLimits) limits!: MetaLimits;
}

type Dependencies = Pick<RouteDependencies, 'version' | 'webBuild' | 'offers' | 'cookieSecure'>;

/** `others`: the rest of the table, which tells what there is. */
export function metaRoutes(
  { version, webBuild, offers, cookieSecure }: Dependencies,
  others: readonly Route[],
): Route[] {
  const serves = (path: string) => others.some((row) => row.path === path);
  const meta: MetaDto = {
    version,
    webBuild,
    features: {
      registration: offers.registration === 'open',
      registrationMode: offers.registration,
      google: offers.google,
      oidc: false,
      calendar: offers.calendar,
      push: offers.push,
      mail: offers.mail,
      changes: serves(FEATURE_PATHS.changes),
      commands: serves(FEATURE_PATHS.commands),
      operations: serves(FEATURE_PATHS.operations),
      displays: serves(FEATURE_PATHS.displays),
    },
    secureCookies: cookieSecure,
    limits: { attachmentBytes: FILE_BYTES, passwordMin: NEW_PASSWORD.min },
  };
  return tagged('Meta', [
    route({
      method: 'get',
      path: '/v1/meta',
      operationId: 'meta',
      summary: 'What this service is and can do',
      access: 'none',
      responses: [{ status: 200, description: 'The same until the process ends', body: MetaDto }],
      handle: () => ({ body: meta }),
    }),
  ]);
}
