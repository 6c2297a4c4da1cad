import { PLATFORMS, type Platform, type PushAddress } from '../../../domain/notifications/device.js';
import { composed, rule } from '../schema/compose.js';
import { Nested } from '../schema/nested.js';
import { RequiredIf } from '../schema/presence.js';
import { Text } from '../schema/text.js';
import { OneOf } from '../schema/values.js';

function Base64Url({ max }: { max: number }): PropertyDecorator {
  return composed(
    Text({ max }),
    rule('base64url', 'must be base64url', (value) => typeof value === 'string' && /^[\w-]+=*$/.test(value)),
  );
}

export class SubscriptionKeysInput {
  @Base64Url({ max: 200 }) p256dh!: string;
  @Base64Url({ max: 100 }) auth!: string;
}

/** As the browser's `PushSubscription` writes itself. */
export class SubscriptionInput {
  @Text({ max: 2_000 }) endpoint!: string;
  @Nested(SubscriptionKeysInput) keys!: SubscriptionKeysInput;
}

export class RegisterDeviceInput {
  @OneOf(PLATFORMS) platform!: Platform;
  @RequiredIf<RegisterDeviceInput>(({ platform }) => platform === 'ANDROID')
  @Text({ max: 4_096 })
  token?: string;
  @RequiredIf<RegisterDeviceInput>(({ platform }) => platform === 'WEB')
  @Nested(SubscriptionInput)
  subscription?: SubscriptionInput;
}

export function addressOfInput({ platform, token = '', subscription }: RegisterDeviceInput): PushAddress {
  if (platform === 'ANDROID' || subscription === undefined) return { platform: 'ANDROID', token };
  const { endpoint, keys } = subscription;
  return { platform, endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
