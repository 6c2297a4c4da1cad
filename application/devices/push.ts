import type { Instant } from '../../domain/shared/zone.js';
import type { Clock } from '../ports/clock.js';
import type { Jobs } from '../ports/job-queue.js';
import type { Logger } from '../ports/logger.js';
import type { PushSender } from '../ports/push-sender.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

type Dependencies = { unitOfWork: UnitOfWork; pushSender: PushSender; logger: Logger; clock: Clock };

/** One job for each device of the user, so that one that fails holds up no other and is tried again alone. */
export function pushToUser({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) {
  return ({ userId }: Jobs['push']): Promise<void> =>
    unitOfWork.run(async ({ devices, jobs }) => {
      for (const deviceId of await devices.idsOf(userId))
        await jobs.enqueue('push-device', { userId, deviceId }, { singletonKey: deviceId });
    });
}

/**
 * Wakes one device, if it is still the user's and its session goes on. An address that nobody has any more is
 * forgotten; where the push service is away the job fails and is run again; what only the operator can mend is logged
 * and not tried for ever.
 */
export function pushToDevice({ unitOfWork, pushSender, logger, clock }: Dependencies) {
  return async ({ userId, deviceId }: Jobs['push-device']): Promise<void> => {
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
      case 'retry':
        if (outcome.afterMs === null) throw new Error('The push service cannot take it now');
        await again(unitOfWork, { userId, deviceId }, clock.now() + outcome.afterMs);
    }
  };
}

/** Where the push service names a time, a job waits for it; else the one that failed is run again, ever later. */
async function again(
  unitOfWork: UnitOfWork,
  payload: Jobs['push-device'],
  startAfter: Instant,
): Promise<void> {
  await unitOfWork.run(({ jobs }) =>
    jobs.enqueue('push-device', payload, { singletonKey: payload.deviceId, startAfter }),
  );
}
