import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoCalendar, type CalendarPorts } from '../../bootstrap/compose-calendar.js';
import { startService, type ServiceOptions, type TestService } from './service.js';
import { SettableClock } from './settable-clock.js';

/** Starts the service with the demo calendars, which it uses if no calendar provider is configured. */
export async function startDemo(options: ServiceOptions = {}): Promise<TestService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-calendars-'));
  const clock = { now: () => new SettableClock('2026-11-21T12:00:00Z').now() };
  const redirectUri = 'http://localhost:3000/v1/calendar/google/callback';
  const calendar: CalendarPorts = demoCalendar({ redirectUri, dataDir, clock: { now: () => clock.now() } });
  const service = await startService({ calendar, ...options });
  clock.now = () => service.clock.now();
  return {
    ...service,
    close: async () => {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
