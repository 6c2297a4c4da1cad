import { QuotaGuard } from '../../../../application/households/quota-guard.js';
import { isOver } from '../../../../domain/days/pause.js';
import {
  ACCOUNT_HOUSEHOLDS,
  countUsage,
  earliestDate,
  NO_ACCOUNT_USAGE,
  NO_USAGE,
  type AccountUsage,
  type HouseholdUsage,
} from '../../../../domain/limits/limits.js';
import type { Member } from '../../../../domain/households/household.js';
import { isInvitationOpen } from '../../../../domain/households/invitation.js';
import type { HouseholdId, MemberId } from '../../../../domain/shared/ids.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { InMemoryRepository, type Store, toKey } from '../store.js';
import type { Table } from '../table.js';
import { addAmounts } from '../../../../domain/shared/amounts.js';

/** Returns the limits for what households and accounts hold. Counts are computed each time. */
export function createQuotaGuard(store: Store): QuotaGuard {
  return new QuotaGuard({
    readHousehold: (id) => Promise.resolve({ held: heldIn(store, id), isRemembered: false }),
    noteHousehold: () => undefined,
    readAccount: ({ householdId, memberId }, at) => {
      const accountId = store.members.get(toKey(householdId, memberId))?.accountId ?? null;
      const own = store.members.filter((member) => accountId !== null && member.accountId === accountId);
      if (own.length <= ACCOUNT_HOUSEHOLDS) return Promise.resolve(null);
      const held = own.map((member) => createdBy(store, member, at)).reduce(addAmounts, NO_ACCOUNT_USAGE);
      return Promise.resolve({ held, isRemembered: false });
    },
    noteAccount: () => undefined,
  });
}

function heldIn({ occurrences, series, categories }: Store, id: HouseholdId): HouseholdUsage {
  const isOwn = ({ householdId }: { householdId: HouseholdId }) => householdId === id;
  const held = countUsage(occurrences.filter(isOwn), series.filter(isOwn)).get(id) ?? NO_USAGE;
  return { ...held, categories: categories.filter(isOwn).length };
}

function createdBy(store: Store, { householdId, id }: Member, at: Instant): AccountUsage {
  const isOwn = (row: { householdId: HouseholdId; createdBy: MemberId | null }) =>
    row.householdId === householdId && row.createdBy === id;
  const isOwnBy = (key: string) => {
    const creator = store.creators.get(toKey(householdId, key));
    return creator !== undefined && isOwn(creator);
  };
  const isHere = (row: { householdId: HouseholdId }) => row.householdId === householdId;
  const countRows = <Row extends { householdId: HouseholdId; id: string }>(table: Table<Row>) =>
    table.filter((row) => isHere(row) && isOwnBy(row.id)).length;
  const { occurrences, series, categories } = store;
  const held = countUsage(occurrences.filter(isOwn), series.filter(isOwn)).get(householdId) ?? NO_USAGE;
  const displays = store.displays.filter(isOwn);
  return {
    ...held,
    categories: categories.filter(isOwn).length,
    shoppingItems: store.shoppingItems.filter((one) => isOwn({ ...one, createdBy: one.addedBy })).length,
    shoppingNames: store.shoppingHistory.filter((one) => isHere(one) && isOwnBy(one.nameKey)).length,
    templates: countRows(store.taskTemplates),
    shoppingLists: countRows(store.shoppingLists),
    dayCalendars: countRows(store.dayCalendars),
    membersWithoutAccount: countRows(store.members),
    pauses: store.pauses.filter((one) => isOwn(one) && !isOver(one, earliestDate(at))).length,
    invitations: store.invitations.filter((one) => isOwn(one) && isInvitationOpen(one, at)).length,
    displays: displays.filter(({ kind }) => kind === 'DISPLAY').length,
    passes: displays.filter(({ kind }) => kind === 'PASS').length,
    feeds: store.feeds.filter((one) => isOwn({ ...one, createdBy: one.memberId })).length,
    attachmentBytes: store.attachments.filter(isOwn).reduce((sum, { size }) => sum + size, 0),
  };
}

/** A repository that checks the limits before it adds rows or text. */
export abstract class InMemoryLimitedRepository extends InMemoryRepository {
  protected readonly quota: QuotaGuard;

  constructor(store: Store, quota = createQuotaGuard(store)) {
    super(store);
    this.quota = quota;
  }
}
