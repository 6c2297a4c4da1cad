import { describe, expect, test } from '@jest/globals';
import type {
  OrphanedEventRepository,
  CalendarLinkRepository,
  CalendarMirrorRepository,
} from '../../../application/calendar/ports.js';
import { syncWindow } from '../../../domain/calendar/eligibility.js';
import { toEventId } from '../../../domain/calendar/event.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { MirroredEvent, SyncFailures } from '../../../domain/calendar/mirrored-event.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { CalendarConnectionId, OccurrenceId } from '../../../domain/shared/ids.js';
import { toInstant } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aNewConnection } from '../../builders/calendar-connection.js';
import { aCalendarLink } from '../../builders/calendar-link.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, inOne, storeTasks, type Contract, type Home } from '../persistence.js';

const TODAY = civilDate('2026-03-10');
const WINDOW = syncWindow(TODAY);

export const calendarMirrorRepositoryContract: Contract = (persistence) => {
  const mirror = <T>(step: (mirror: CalendarMirrorRepository) => Promise<T>) =>
    inOne(persistence(), ({ calendarMirror }) => step(calendarMirror));
  const links = <T>(step: (links: CalendarLinkRepository) => Promise<T>) =>
    inOne(persistence(), ({ calendarLinks }) => step(calendarLinks));
  const leftovers = <T>(step: (leftovers: OrphanedEventRepository) => Promise<T>) =>
    inOne(persistence(), ({ orphanedEvents }) => step(orphanedEvents));
  const aLink = ({ household, members }: Home, fields: Partial<CalendarLink> = {}) =>
    aCalendarLink({ householdId: household.id, linkedBy: members[0].id, ...fields });
  const anEvent = (
    { householdId, id }: Pick<Occurrence, 'householdId' | 'id'>,
    fields: Partial<MirroredEvent> = {},
  ): MirroredEvent => ({
    householdId,
    occurrenceId: id,
    calendarId: 'a calendar',
    eventId: toEventId(id),
    state: 'LIVE',
    etag: '"1"',
    sequence: 3,
    remoteUpdated: NOON,
    content: 'a content',
    published: {
      title: 'Bins',
      times: { kind: 'instants', start: NOON, end: NOON + 1 },
      frame: { before: '', behind: ' — Anna' },
    },
    ...fields,
  });
  const failuresOf = (
    { householdId, id }: Pick<Occurrence, 'householdId' | 'id'>,
    fields: Partial<SyncFailures>,
  ): SyncFailures => ({
    householdId,
    occurrenceId: id,
    syncVersion: 1,
    attempts: 1,
    nextAt: NOON,
    pendingSince: NOON,
    error: 'why',
    ...fields,
  });
  const aTask = ({ household, members }: Home, fields: Partial<Occurrence> = {}) =>
    anOccurrence({ householdId: household.id, createdBy: members[0].id, date: TODAY, ...fields });

  describe('the calendar of a household', () => {
    test('has one link, which save replaces, and is not found for another household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const { id: connectionId } = await inOne(persistence(), ({ calendarConnections }) =>
        calendarConnections.connect(aNewConnection({ userId: home.members[0].accountId! })),
      );
      const broken = { connectionId, status: 'INVALID', reason: 'NO_WRITE_ACCESS' } as const;
      const [first, second] = [aLink(home), aLink(home, broken)];
      await links((one) => one.save(first));
      await links((one) => one.save(second));
      expect(await links((one) => one.find(home.household.id))).toEqual(second);
      expect(await links((one) => one.findForUpdate(home.household.id))).toEqual(second);
      expect(await persistence().readers.calendarLinks.find(other.household.id)).toBeNull();
      expect(await links((one) => one.listByConnection(connectionId))).toEqual([second]);
      expect(await links((one) => one.linkedHouseholds(null, 1000))).not.toContain(home.household.id);
      await links((one) => one.remove(home.household.id));
      expect(await links((one) => one.find(home.household.id))).toBeNull();
    });

    test('puts its household in the list of households with a linked calendar, which is sorted by id and read in pages', async () => {
      const homes = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      for (const home of homes) await links((one) => one.save(aLink(home)));
      const [first, second] = homes.map(({ household }) => household.id).toSorted();
      const all = await links((one) => one.linkedHouseholds(null, 1000));
      expect(all).toEqual(all.toSorted());
      expect(all).toEqual(expect.arrayContaining([first, second]));
      expect(await links((one) => one.linkedHouseholds(first ?? null, 1000))).not.toContain(first);
    });
  });

  describe('changes that wait for synchronisation', () => {
    const since = async (home: Home) =>
      (await links((one) => one.health(home.household.id, WINDOW))).pendingSince;
    const late = async (before: number) =>
      (await links((one) => one.lateLinks(WINDOW, before, null, 1000))).map(({ householdId }) => householdId);

    test('are pending since they were made, or since the calendar was linked if that was later', async () => {
      const home = await aStoredHome(persistence());
      await storeTasks(persistence(), aTask(home, { updatedAt: NOON - 50 * DAY }));
      await links((one) => one.save(aLink(home, { createdAt: NOON })));
      expect(await since(home)).toBe(NOON);
      await links((one) => one.save(aLink(home, { createdAt: NOON - 100 * DAY })));
      expect(await since(home)).toBe(NOON - 50 * DAY);
    });

    test('are pending since their date came into the window if the occurrence has no event yet', async () => {
      const home = await aStoredHome(persistence());
      const { until } = WINDOW;
      const task = aTask(home, { date: until, updatedAt: NOON - 30 * DAY });
      await storeTasks(persistence(), task);
      await links((one) => one.save(aLink(home, { createdAt: NOON - 100 * DAY })));
      const midnight = toInstant(home.household.timeZone, TODAY, null);
      expect(await since(home)).toBe(midnight);
      expect(await late(midnight)).not.toContain(home.household.id);
      await mirror((one) => one.saveEvent(anEvent(task)));
      expect(await since(home)).toBe(NOON - 30 * DAY);
      expect(await late(midnight)).toContain(home.household.id);
    });

    test('have their households listed in pages if the link is active and the occurrence is in the window', async () => {
      const homes = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [invalid, young, far] = [
        await aStoredHome(persistence()),
        await aStoredHome(persistence()),
        await aStoredHome(persistence()),
      ];
      const old = { createdAt: NOON - DAY };
      for (const home of homes) await links((one) => one.save(aLink(home, old)));
      await links((one) => one.save(aLink(invalid, { ...old, status: 'INVALID', reason: 'GOOGLE_REVOKED' })));
      await links((one) => one.save(aLink(young, { createdAt: NOON })));
      await links((one) => one.save(aLink(far, old)));
      for (const home of [...homes, invalid, young])
        await storeTasks(persistence(), aTask(home, { updatedAt: NOON - 2 * DAY }));
      await storeTasks(
        persistence(),
        aTask(far, { updatedAt: NOON - 2 * DAY, date: civilDate('2027-01-01') }),
      );

      const ids = homes.map(({ household }) => household.id).toSorted();
      const found = await late(NOON - 1);
      expect(found).toEqual(found.toSorted());
      expect(found).toEqual(expect.arrayContaining(ids));
      for (const { household } of [invalid, young, far]) expect(found).not.toContain(household.id);
      expect(await late(NOON - DAY)).not.toContain(ids[0]);
      const [next] = await links((one) => one.lateLinks(WINDOW, NOON - 1, ids[0] ?? null, 1));
      expect(next && next.householdId > (ids[0] ?? '')).toBe(true);
    });
  });

  describe('CalendarMirrorRepository', () => {
    test('stores events unchanged, with or without their occurrence', async () => {
      const home = await aStoredHome(persistence());
      const task = aTask(home);
      await storeTasks(persistence(), task);
      const bare = {
        state: 'INTENT',
        etag: null,
        remoteUpdated: null,
        content: null,
        published: null,
      } as const;
      const [event, orphan] = [anEvent(task), anEvent({ householdId: home.household.id, id: anId() }, bare)];
      await mirror(async (one) => {
        await one.saveEvent(anEvent(task, bare));
        await one.saveEvent(event);
        await one.saveEvent(orphan);
      });
      const events = await mirror((one) => one.events(home.household.id));
      expect(events).toEqual([event, orphan].toSorted((a, b) => (a.occurrenceId < b.occurrenceId ? -1 : 1)));
      expect(await mirror((one) => one.entry(home.household.id, task.id))).toEqual({
        occurrence: task,
        event,
        failures: null,
      });
      const due = await mirror((one) => one.due(home.household.id, WINDOW, NOON, 10));
      expect(due.map((entry) => entry.event?.occurrenceId)).toEqual(
        expect.arrayContaining([task.id, orphan.occurrenceId]),
      );
      await mirror((one) => one.removeEvent(home.household.id, orphan.occurrenceId));
      expect(await mirror((one) => one.events(home.household.id))).toEqual([event]);
    });

    test('returns pending occurrences as due, unless they wait for a retry of the same version, or have no event and lie outside the window', async () => {
      const home = await aStoredHome(persistence());
      const tasks = {
        inWindow: aTask(home),
        beyond: aTask(home, { date: civilDate('2026-06-01') }),
        past: aTask(home, { date: civilDate('2026-03-01') }),
        undated: aTask(home, { date: null }),
        personal: aTask(home, { visibility: 'PERSONAL' }),
        cancelled: aTask(home, { status: 'CANCELLED', deletedAt: NOON, statusBeforeDeletion: 'TODO' }),
        synced: aTask(home, { googleSyncStatus: 'SYNCED' }),
        followed: aTask(home, { date: civilDate('2026-07-01') }),
        putOff: aTask(home),
        newer: aTask(home, { syncVersion: 2 }),
      };
      await storeTasks(persistence(), ...Object.values(tasks));
      const failures = { attempts: 1, nextAt: NOON + 1 };
      await mirror(async (one) => {
        await one.saveEvent(anEvent(tasks.followed));
        await one.saveFailures(failuresOf(tasks.putOff, failures));
        await one.saveFailures(failuresOf(tasks.newer, failures));
      });
      const due = async (now: number) => {
        const entries = await mirror((one) => one.due(home.household.id, WINDOW, now, 100));
        return Object.entries(tasks)
          .filter(([, { id }]) => entries.some(({ occurrence }) => occurrence?.id === id))
          .map(([name]) => name);
      };
      const always = ['inWindow', 'undated', 'personal', 'cancelled', 'followed'];
      expect(await due(NOON)).toEqual([...always, 'newer']);
      expect(await due(NOON + 1)).toEqual([...always, 'putOff', 'newer']);
      expect((await mirror((one) => one.due(home.household.id, WINDOW, NOON, 2))).length).toBe(2);
      expect(await mirror((one) => one.eligibleIds(home.household.id))).toEqual(
        new Set(
          [
            tasks.inWindow,
            tasks.beyond,
            tasks.past,
            tasks.synced,
            tasks.followed,
            tasks.putOff,
            tasks.newer,
          ].map(({ id }) => id),
        ),
      );
    });

    test('counts occurrences by status in the health of the link, with the last error and the time of the next try', async () => {
      const home = await aStoredHome(persistence());
      const pending = aTask(home);
      const others = [
        aTask(home, { googleSyncStatus: 'BLOCKED' }),
        aTask(home, { googleSyncStatus: 'ERROR' }),
        aTask(home, { date: civilDate('2027-01-01') }),
      ];
      await storeTasks(persistence(), pending, ...others);
      const failures = failuresOf(pending, { attempts: 2, nextAt: NOON + 9, pendingSince: NOON - DAY });
      await mirror((one) => one.saveFailures(failures));
      expect((await mirror((one) => one.entry(home.household.id, pending.id))).failures).toEqual(failures);
      expect(await links((one) => one.health(home.household.id, WINDOW))).toEqual({
        pending: 1,
        blocked: 1,
        failed: 1,
        pendingSince: NOON - DAY,
        nextTryAt: NOON + 9,
        error: 'why',
      });
      await mirror((one) => one.removeFailures(home.household.id));
      expect((await mirror((one) => one.entry(home.household.id, pending.id))).failures).toBeNull();
    });

    test('makes failed and blocked occurrences of one household pending again with no attempts counted, while pending ones keep their number of attempts', async () => {
      const home = await aStoredHome(persistence());
      const other = await aStoredHome(persistence());
      const [tried, failed, blocked] = [aTask(home), aTask(home), aTask(home)];
      const elsewhere = aTask(other);
      await storeTasks(persistence(), tried, failed, blocked, elsewhere);
      const give = async (task: Occurrence, googleSyncStatus: Occurrence['googleSyncStatus']) => {
        await mirror((one) =>
          one.saveSync(task.householdId, task.id, { syncedVersion: 0, googleSyncStatus }),
        );
        await mirror((one) => one.saveFailures(failuresOf(task, { attempts: 5, nextAt: NOON + 9 })));
      };
      await give(tried, 'PENDING');
      await give(failed, 'ERROR');
      await give(blocked, 'BLOCKED');
      await give(elsewhere, 'ERROR');
      await mirror((one) => one.reconsider(home.household.id));
      const told = async ({ householdId, id }: Occurrence) => {
        const entry = await mirror((one) => one.entry(householdId, id));
        return { status: entry.occurrence?.googleSyncStatus, attempts: entry.failures?.attempts };
      };
      expect(await told(tried)).toEqual({ status: 'PENDING', attempts: 5 });
      expect(await told(failed)).toEqual({ status: 'PENDING', attempts: undefined });
      expect(await told(blocked)).toEqual({ status: 'PENDING', attempts: undefined });
      expect(await told(elsewhere)).toEqual({ status: 'ERROR', attempts: 5 });
    });

    test('changes the status of an occurrence without changing its version', async () => {
      const home = await aStoredHome(persistence());
      const [near, far] = [aTask(home), aTask(home, { date: civilDate('2027-01-01') })];
      await storeTasks(persistence(), near, far);
      await mirror((one) => one.changeStatus(home.household.id, ['PENDING'], 'BLOCKED', WINDOW));
      const sync = { syncedVersion: 1, googleSyncStatus: 'SYNCED' } as const;
      await mirror((one) => one.saveSync(home.household.id, far.id, sync));
      const entryOf = async (id: OccurrenceId) =>
        (await mirror((one) => one.entry(home.household.id, id))).occurrence;
      expect(await entryOf(near.id)).toEqual({ ...near, googleSyncStatus: 'BLOCKED' });
      expect(await entryOf(far.id)).toEqual({ ...far, ...sync });
    });
  });

  describe('events left behind by an unlinked calendar', () => {
    test('are listed if they can still exist in the calendar, until each is removed or linked again', async () => {
      const home = await aStoredHome(persistence());
      const { id: householdId } = home.household;
      const connectionId = anId<CalendarConnectionId>();
      const calendarId = anId();
      const of = (state: MirroredEvent['state']) =>
        anEvent({ householdId, id: anId() }, { state, calendarId });
      const [live, intent, ...gone] = [of('LIVE'), of('INTENT'), of('GONE'), of('WITHDRAWN')];
      await mirror(async (one) => {
        for (const event of [live, intent, ...gone]) await one.saveEvent(event);
      });
      await leftovers((one) => one.leaveAll(householdId, connectionId, NOON, NOON + DAY));
      const left = await leftovers((one) => one.list(householdId, 10));
      expect(left.map(({ eventId }) => eventId)).toEqual([live.eventId, intent.eventId].toSorted());
      expect(left[0]).toEqual({
        ...{ householdId, connectionId, calendarId, eventId: left[0]?.eventId },
        ...{ attempts: 0, nextAt: NOON, expiresAt: NOON + DAY },
      });
      expect(await mirror((one) => one.events(householdId))).toEqual([]);
      expect(await leftovers((one) => one.hasAny(connectionId))).toBe(true);
      expect(await leftovers((one) => one.households())).toContain(householdId);
      await leftovers((one) => one.save({ ...left[0]!, attempts: 2, nextAt: NOON + 5 }));
      expect((await leftovers((one) => one.list(householdId, 10))).at(-1)).toMatchObject({ attempts: 2 });
      await leftovers((one) => one.remove(left[0]!));
      expect(await leftovers((one) => one.cancelDeletions(householdId, calendarId))).toHaveLength(1);
      expect(await leftovers((one) => one.hasAny(connectionId))).toBe(false);
    });
  });
};
