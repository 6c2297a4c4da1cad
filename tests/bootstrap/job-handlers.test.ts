import { expect, test } from '@jest/globals';
import { jobHandlers } from '../../bootstrap/job-handlers.js';
import type { UseCases } from '../../application/composition/use-cases.js';

test('agendas are sent although the reminders fail, and the job still fails', async () => {
  let sent = 0;
  const handlers = jobHandlers({
    sendReminders: () => Promise.reject(new Error('the reminders fail')),
    sendAgendas: () => {
      sent += 1;
      return Promise.resolve();
    },
  } as unknown as UseCases);
  await expect(handlers['send-due-notifications']({})).rejects.toThrow('the reminders fail');
  expect(sent).toBe(1);
});
