import { PlatformPushSender } from '../adapters/push/platform-push-sender.js';
import type { PushSender } from '../application/ports/push-sender.js';
import type { Config } from './config/config.js';

export function composePush({ push, http }: Pick<Config, 'push' | 'http'>): PushSender {
  return new PlatformPushSender({
    fcm: push.fcm,
    web: push.vapid && { ...push.vapid, subject: http.baseUrl },
  });
}
