import { guardedHttps } from '../adapters/net/guarded-https.js';
import { PlatformPushSender } from '../adapters/push/platform-push-sender.js';
import type { FcmSettings } from '../adapters/push/fcm-push-sender.js';
import type { WebPushSettings } from '../adapters/push/web-push-sender.js';
import type { PushSender } from '../application/notifications/ports.js';
import type { Config } from './config/config.js';

export async function composePush({ push, http }: Pick<Config, 'push' | 'http'>): Promise<PushSender> {
  return new PlatformPushSender({
    android: push.fcm && (await fcm(push.fcm)),
    web: push.vapid && (await web({ ...push.vapid, subject: http.baseUrl, send: guardedHttps() })),
  });
}

async function fcm(settings: FcmSettings) {
  const { FcmPushSender } = await import('../adapters/push/fcm-push-sender.js');
  return new FcmPushSender(settings);
}

async function web(settings: WebPushSettings) {
  const { WebPushSender } = await import('../adapters/push/web-push-sender.js');
  return new WebPushSender(settings);
}
