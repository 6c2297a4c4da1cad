import { nextPushAttempt } from '../../domain/notifications/device.js';
import type { Jobs } from '../shared/job-queue.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'pushSender' | 'logger' | 'clock', 'devices' | 'jobs'>;

/** Queues one job for each device of the user, so that a failing device delays no other and is retried alone. */
export function pushToUser({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) {
  return ({ userId }: Jobs['push']): Promise<void> =>
    unitOfWork.run(async ({ devices, jobs }) => {
      for (const deviceId of await devices.idsOf(userId))
        await jobs.enqueue('push-device', { userId, deviceId }, { singletonKey: deviceId });
    });
}

/**
 * Wakes one device, if it is still the user's and its session is live. An address that is no longer valid is deleted.
 * If the push service is unavailable, the job is retried a limited number of times. A misconfiguration, which only the
 * operator can fix, is logged.
 */
export function pushToDevice({ unitOfWork, pushSender, logger, clock }: Dependencies) {
  return async ({ userId, deviceId, attempts = 0 }: Jobs['push-device']): Promise<void> => {
    const device = await unitOfWork.run(({ devices }) => devices.find(userId, deviceId));
    if (device === null || !pushSender.reaches(device.address.platform)) return;
    const outcome = await pushSender.send(device.address);
    switch (outcome.kind) {
      case 'sent':
        return;
      case 'gone':
        await unitOfWork.run(({ devices }) => devices.remove(userId, deviceId));
        return;
      case 'misconfigured':
        logger.error('push is misconfigured', { platform: device.address.platform, reason: outcome.reason });
        return;
      case 'retry': {
        const tried = { userId, deviceId, attempts: attempts + 1 };
        const startAfter = nextPushAttempt(tried.attempts, outcome.afterMs, clock.now());
        if (startAfter === null)
          logger.warn('push failed, no attempts left', {
            platform: device.address.platform,
            attempts: tried.attempts,
          });
        else
          await unitOfWork.run(({ jobs }) =>
            jobs.enqueue('push-device', tried, { singletonKey: deviceId, startAfter }),
          );
      }
    }
  };
}
