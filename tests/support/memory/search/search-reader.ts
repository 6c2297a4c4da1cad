import { FORMER_MEMBER } from '../../../../application/households/ports.js';
import type { SearchReader, TaskSearch } from '../../../../application/search/ports.js';
import { compareRows, titleRank, type NameMatch, type TaskMatch } from '../../../../domain/search/match.js';
import type { HouseholdId } from '../../../../domain/shared/ids.js';
import { isVisibleTo } from '../../../../domain/tasks/occurrence.js';
import { toSearchText } from '../../../../domain/tasks/views.js';
import { InMemoryRepository } from '../store.js';

export class InMemorySearchReader extends InMemoryRepository implements SearchReader {
  async tasks(
    householdId: HouseholdId,
    { viewer, words, today }: TaskSearch,
    limit: number,
  ): Promise<readonly TaskMatch[]> {
    const fitting = this.store.occurrences.filter(
      (row) =>
        row.householdId === householdId &&
        row.deletedAt === null &&
        isVisibleTo(row, viewer) &&
        words.every((word) => toSearchText(row).includes(word)),
    );
    const compare = compareRows(today);
    const byTask = Map.groupBy(fitting.toSorted(compare), ({ taskId }) => taskId);
    return [...byTask.values()]
      .flatMap(([first]) => first ?? [])
      .toSorted((a, b) => titleRank(a.title, words) - titleRank(b.title, words) || compare(a, b))
      .slice(0, limit)
      .map(({ taskId, seriesId, id, title, date, responsibleMemberIds }) => ({
        ...{ taskId, seriesId, occurrenceId: id, title, date, responsibleMemberIds },
      }));
  }

  async names(householdId: HouseholdId): Promise<readonly NameMatch[]> {
    const { members, accounts, shoppingItems, categories, taskTemplates } = this.store;
    const isOwn = (row: { householdId: HouseholdId }) => row.householdId === householdId;
    return [
      ...members
        .filter((member) => isOwn(member) && member.leftAt === null)
        .map(({ id, accountId, displayName }) => ({
          ...{ kind: 'MEMBER' as const, id },
          title: displayName ?? (accountId && accounts.get(accountId)?.displayName) ?? FORMER_MEMBER,
        })),
      ...shoppingItems.filter(isOwn).map(({ id, name }) => ({ kind: 'SHOPPING' as const, id, title: name })),
      ...categories.filter(isOwn).map(({ id, name }) => ({ kind: 'CATEGORY' as const, id, title: name })),
      ...taskTemplates.filter(isOwn).map(({ id, name }) => ({ kind: 'TEMPLATE' as const, id, title: name })),
    ];
  }
}
