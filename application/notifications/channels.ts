import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { ChannelName } from '../../domain/notifications/preferences.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { JobQueue } from '../shared/job-queue.js';
import type { NotificationTarget } from './ports.js';

/**
 * The message that a channel carries: `news` means that there are new notifications, `agenda` is the daily overview of
 * `date`.
 */
export type ChannelMessage =
  | { readonly kind: 'news' }
  | { readonly kind: 'agenda'; readonly date: CivilDate };

/**
 * A way to notify a user outside of the app's list of notifications. To add a channel, add a value of this type to
 * the composition root, a job with an adapter that sends the message, and a preference with the name of the channel.
 */
export type Channel = {
  readonly name: ChannelName;
  /** Returns whether the channel can reach the user at all. */
  readonly reachable: (person: NotificationTarget) => boolean;
  /**
   * Queues the message in the caller's transaction, if the channel carries this kind of message. `startAfter` is the
   * end of the user's current quiet hours, or null outside of quiet hours.
   */
  readonly send: (
    jobs: JobQueue,
    person: NotificationTarget,
    message: ChannelMessage,
    startAfter: Instant | null,
  ) => Promise<void>;
};

/**
 * Wakes the user's devices. A push carries no content, so an agenda is first written into the notifications, which then
 * causes the push.
 */
export const pushChannel: Channel = {
  name: 'push',
  reachable: ({ hasDevices }) => hasDevices,
  send: (jobs, { userId }, message, startAfter) => {
    const later = startAfter === null ? {} : { startAfter };
    if (message.kind === 'agenda') return jobs.enqueue('list-agenda', { userId, date: message.date }, later);
    // A push that waits for the end of the quiet hours has a singleton key of its own. If the user switches off the
    // quiet hours before that, the next push is sent at once. With the same key, it would count as a duplicate of the
    // waiting one and be dropped.
    const singletonKey = startAfter === null ? userId : `${userId} quiet`;
    return jobs.enqueue('push', { userId }, { singletonKey, ...later });
  },
};

/**
 * Mails the daily agenda; other notifications are not mailed. Personal content is sent only to a verified address,
 * because another one may belong to a stranger.
 */
export const emailChannel: Channel = {
  name: 'email',
  reachable: ({ emailVerified }) => emailVerified,
  send: async (jobs, { userId }, message, startAfter) => {
    if (message.kind !== 'agenda') return;
    const later = startAfter === null ? {} : { startAfter };
    await jobs.enqueue('mail-agenda', { userId, date: message.date }, later);
  },
};
