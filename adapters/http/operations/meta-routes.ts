import { REGISTRATION_MODES, type RegistrationMode } from '../../../domain/accounts/registration.js';
import { FILE_BYTES } from '../../../domain/attachments/attachment.js';
import { NEW_PASSWORD } from '../accounts/schema.js';
import { route, tagged, type Route } from '../route.js';
import type { Offers, RouteDependencies } from '../route-dependencies.js';
import { Inline, Integer, PlainText } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { Flag, OneOf } from '../../validation/values.js';

const CALENDARS: readonly Offers['calendar'][] = ['google', 'demo', 'none'];

class MetaFeatures {
  @Description('True if anybody can create an account without an invitation.')
  @Flag()
  registration!: boolean;

  @Description('Says who may create an account: everybody, people with an invitation, or nobody.')
  @OneOf(REGISTRATION_MODES)
  registrationMode!: RegistrationMode;

  @Description('True if members can sign in with Google.')
  @Flag()
  google!: boolean;

  @Description('True if members can sign in with an OpenID provider of the operator.')
  @Flag()
  oidc!: boolean;

  @Description(
    'The calendar that households can be synchronised to: Google Calendar, a demo calendar, or none.',
  )
  @OneOf(CALENDARS)
  calendar!: Offers['calendar'];

  @Description('True if this service sends pushes.')
  @Flag()
  push!: boolean;

  @Description('True if this service sends mails.')
  @Flag()
  mail!: boolean;

  @Description('True if `GET …/changes` exists.')
  @Flag()
  changes!: boolean;

  @Description('True if `POST …/commands` exists.')
  @Flag()
  commands!: boolean;

  @Description('True if changes can be undone.')
  @Flag()
  operations!: boolean;

  @Description('True if households can have displays.')
  @Flag()
  displays!: boolean;
}

class MetaLimits {
  @Description('The largest size of a file, in bytes.')
  @Integer()
  attachmentBytes!: number;

  @Description('The shortest length of a password, in characters.')
  @Integer()
  passwordMin!: number;
}

@Description('The features and limits of this service.')
export class MetaDto {
  @Description('The version of the service.')
  @PlainText()
  version!: string;

  @Description('The build of the web client. null if none is served.')
  @OrNull()
  @PlainText()
  webBuild!: string | null;

  @Inline(MetaFeatures) features!: MetaFeatures;

  @Description('True if browsers keep the session only over https.')
  @Flag()
  secureCookies!: boolean;

  @Inline(MetaLimits) limits!: MetaLimits;
}

type Dependencies = Pick<RouteDependencies, 'version' | 'webBuild' | 'offers' | 'cookieSecure'>;

/** Returns the route that describes this service. */
export function metaRoutes({ version, webBuild, offers, cookieSecure }: Dependencies): Route[] {
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
      changes: true,
      commands: true,
      operations: true,
      displays: true,
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
        'Returns the version, the limits, and the features that the operator has switched on. ' +
        'Clients hide features that are missing. The answer stays the same until the process ' +
        'restarts.',
      responses: [{ status: 200, description: 'The features and limits of this service.', body: MetaDto }],
      handle: () => ({ body: meta }),
    }),
  ]);
}
