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
/** A feature is available if its route exists. */
const FEATURE_PATHS = {
  changes: `${HOUSEHOLD}/changes`,
  commands: `${HOUSEHOLD}/commands`,
  operations: `${HOUSEHOLD}/operations`,
  displays: `${HOUSEHOLD}/displays`,
};

class MetaFeatures {
  @Flag({ description: 'True if anybody can create an account without an invitation.' })
  registration!: boolean;
  @OneOf(REGISTRATION_MODES) registrationMode!: RegistrationMode;
  @Flag({ description: 'True if members can sign in with Google.' }) google!: boolean;
  @Flag({ description: 'True if members can sign in with an OpenID provider of the operator.' })
  oidc!: boolean;
  @OneOf(CALENDARS) calendar!: Offers['calendar'];
  @Flag({ description: 'True if this service sends pushes.' }) push!: boolean;
  @Flag({ description: 'True if this service sends mails.' }) mail!: boolean;
  @Flag() changes!: boolean;
  @Flag() commands!: boolean;
  @Flag() operations!: boolean;
  @Flag() displays!: boolean;
}

class MetaLimits {
  @Integer({ description: 'The largest size of a file, in bytes.' }) attachmentBytes!: number;
  @Integer({ description: 'The shortest length of a password, in characters.' }) passwordMin!: number;
}

export class MetaDto {
  @PlainText() version!: string;
  @OrNull() @PlainText({ description: 'The build of the web client. Null if none is served.' }) webBuild!:
    string | null;
  @Inline(MetaFeatures) features!: MetaFeatures;
  @Flag({ description: 'True if browsers keep the session only over https.' }) secureCookies!: boolean;
  @Inline(MetaLimits) limits!: MetaLimits;
}

type Dependencies = Pick<RouteDependencies, 'version' | 'webBuild' | 'offers' | 'cookieSecure'>;

/**
 * Returns the route that describes this service. `others` are all other routes: a feature exists if its route
 * does.
 */
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
      summary: 'Show what this service offers',
      description:
        'Returns the version, the limits, and which features the operator has switched on. ' +
        'Clients hide what is missing. The answer stays the same until the process restarts.',
      access: 'none',
      responses: [{ status: 200, description: 'What the service offers.', body: MetaDto }],
      handle: () => ({ body: meta }),
    }),
  ]);
}
