import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { ChannelName } from '../../domain/notifications/preferences.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { JobQueue } from '../shared/job-queue.js';
import type { Reachable } from './ports.js';

/** What a channel is asked to carry: that something new is in somebody's lists, or what their day brings. */
export type ChannelMessage =
  { readonly kind: 'news' } | { readonly kind: 'agenda'; readonly date: CivilDate };

/**
 * A way to reach somebody outside of their lists. Another one is a value like these, given by the composition root, a job
 * that brings it there by an adapter, and a preference under its name.
 */
export type Channel = {
  readonly name: ChannelName;
  /** Whether it gets to them at all. */
  readonly reachable: (person: Reachable) => boolean;
  /** Queues it in the transaction of its cause; `startAfter`: when their quiet hours end, null: they are in none. */
  readonly send: (
    jobs: JobQueue,
    person: Reachable,
    message: ChannelMessage,
    startAfter: Instant | null,
  ) => Promise<void>;
};

/** Wakes devices. A push carries nothing, so an agenda goes into the lists first, as so many tasks. */
export const pushChannel: Channel = {
  name: 'push',
  reachable: ({ hasDevices }) => hasDevices,
  send: (jobs, { userId }, message, startAfter) => {
    const later = startAfter === null ? {} : { startAfter };
    if (message.kind === 'agenda') return jobs.enqueue('list-agenda', { userId, date: message.date }, later);
    // One that waits for the morning stands for no other: the quiet hours may have been switched off meanwhile.
    const singletonKey = startAfter === null ? userId : `${userId} quiet`;
    return jobs.enqueue('push', { userId }, { singletonKey, ...later });
  },
};

/** Mails the agenda; nothing else is worth a mail. What is personal goes to no address that may be a stranger's. */
export const emailChannel: Channel = {
  name: 'email',
  reachable: ({ emailVerified }) => emailVerified,
  send: async (jobs, { userId }, message, startAfter) => {
    if (message.kind !== 'agenda') return;
    const later = startAfter === null ? {} : { startAfter };
    await jobs.enqueue('mail-agenda', { userId, date: message.date }, later);
  },
};
