import { mirrorFollows } from '../../calendar/mirror/follow-events.js';
import { filesFollow } from '../../attachments/remove-files.js';
import { recordActivity } from '../../history/record-activity.js';
import { swapsFollow } from '../../series/swaps-follow.js';
import { queueNotifications } from '../../notifications/queue-notifications.js';
import type { IdGenerator } from '../ports.js';
import type { Follower } from './follower.js';

/** Who follows what happens in households, in this order. */
export function followers(ports: { ids: IdGenerator }): readonly Follower[] {
  return [recordActivity(ports), swapsFollow, queueNotifications, mirrorFollows, filesFollow];
}
