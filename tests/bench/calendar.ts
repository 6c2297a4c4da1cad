import { PlatformPushSender } from '../../adapters/push/platform-push-sender.js';
import { InMemoryFileStore } from '../support/memory/attachments/file-store.js';
import { SystemClock } from '../../adapters/clock/system-clock.js';
import { GoogleCalendarAuthorizer } from '../../adapters/google/calendar/google-calendar-authorizer.js';
import { GoogleCalendarProvider } from '../../adapters/google/calendar/google-calendar-provider.js';
import { createLogger } from '../../adapters/logging/winston-logger.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { AesGcmTokenCipher } from '../../adapters/security/aes-gcm-token-cipher.js';
import type { Caller } from '../../application/shared/caller.js';
import { compose } from '../../bootstrap/compose.js';
import { parseEncryptionKeys, parseJwtSecrets } from '../../bootstrap/config/secrets.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import { civilTime } from '../../domain/shared/civil-time.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import { anId } from '../builders/ids.js';
import { anOccurrence } from '../builders/occurrence.js';
import { FakeGoogle } from '../support/fake-google/fake-google.js';
import { BenchServer } from './database.js';

const TASKS = 300;

/**
 * Measures how many calls to the provider some histories make, compared with the calls that they need, and
 * how fast a sweep is.
 */
export async function benchCalendar(): Promise<void> {
  const server = await BenchServer.start();
  const now = Date.parse('2026-11-21T12:00:00Z');
  const google = await FakeGoogle.start({ clock: { now: () => now } });
  try {
    await measure(await server.createDatabase(), google, now);
  } finally {
    await google.close();
    await server.stop();
  }
}

async function measure(connectionString: string, google: FakeGoogle, now: number): Promise<void> {
  await migrateToLatest(connectionString);
  const encryptionKeys = parseEncryptionKeys(`v1:${'A'.repeat(43)}`);
  const clock = { now: () => now };
  const service = compose({
    database: { connectionString },
    signingKeys: parseJwtSecrets(`bench:${'0123456789abcdef'.repeat(4)}`),
    http: {
      ...{ version: '0', baseUrl: 'http://localhost', webBaseUrl: 'http://localhost', appScheme: 'planner' },
      ...{ production: true, cookieSecure: true, trustProxy: false, rateLimits: { global: 1, auth: 1 } },
    },
    jobs: { connectionString: null, handlers: null },
    identityProvider: null,
    encryptionKeys,
    calendar: {
      authorizer: new GoogleCalendarAuthorizer(google.settings, clock),
      provider: new GoogleCalendarProvider(google.settings),
    },
    mailer: { send: () => Promise.resolve('refused') },
    mailIsSent: false,
    pushSender: new PlatformPushSender({ android: null, web: null }),
    fileStore: new InMemoryFileStore(new SystemClock()),
    releaseSource: null,
    clock,
    errorMonitor: null,
    operators: null,
    logger: createLogger({ level: 'error', format: 'pretty' }),
    isShuttingDown: () => false,
  });
  await service.jobs.start();
  const zoe = google.addAccount();
  const calendar = google.addCalendar({ owner: zoe, history: 300 });
  const account = anAccount();
  const household = aHousehold();
  const cipher = new AesGcmTokenCipher(encryptionKeys);
  const { accessToken, refreshToken, expiresAt } = google.grant(zoe);
  const connectionId = anId<CalendarConnectionId>();
  const tasks = Array.from({ length: TASKS }, (_, i) =>
    anOccurrence({
      householdId: household.id,
      createdBy: account.id,
      date: civilDate(`2026-12-${String(1 + (i % 28)).padStart(2, '0')}`),
      time: civilTime('18:00'),
    }),
  );
  await service.unitOfWork.run(async (scope) => {
    await scope.accounts.insert(account);
    await scope.households.insert(household);
    await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
    for (const task of tasks) await scope.occurrences.insertTask(task);
    await scope.calendarConnections.connect({
      ...{ id: connectionId, userId: account.id, subject: zoe.sub, email: zoe.email, grantKey: 'bench' },
      createdAt: now,
      tokens: {
        refreshToken: cipher.encrypt(refreshToken),
        accessToken: cipher.encrypt(accessToken),
        accessExpiresAt: expiresAt,
      },
    });
  });
  const caller: Caller = { userId: account.id, sessionId: anId(), account };
  const member = {
    ...caller,
    household,
    memberId: account.id,
    role: 'OWNER' as const,
    group: 'ADULT' as const,
  };
  await service.useCases.linkCalendar(member, { connectionId, calendarId: calendar.id });
  const sweep = () => service.useCases.sweepHousehold(household.id);

  const of = async (name: string, needed: number, work: () => Promise<unknown>) => {
    google.quotas.limits.perUser = 1_000_000;
    google.quotas.limits.perProject = 1_000_000;
    google.journal.clear();
    const startedAt = performance.now();
    await work();
    const ms = performance.now() - startedAt;
    const made = google.journal.calls().length;
    console.log(`${name}: ${made} calls, ${needed} needed, ${(needed / (ms / 1000)).toFixed(0)} a second`);
  };
  await of('a first link with 300 tasks', TASKS, sweep);
  await of('nothing to do', 0, sweep);
  const edit = (fields: Record<string, unknown>) => async () => {
    for (const { id } of tasks) await service.useCases.editOccurrence(member, id, 'this', fields, {});
    await sweep();
  };
  await of('300 titles edited', TASKS, edit({ title: 'Paper' }));
  await of('300 priorities edited', 0, edit({ priority: 'HIGH' }));
  await of('300 tasks made personal', TASKS, edit({ visibility: 'PERSONAL' }));
  await service.jobs.stop();
  await service.close();
}
