import type { Changes } from '../../../application/sync/changes.js';
import { PauseDto, presentPause } from '../days/pause-present.js';
import { DayCalendarDto, dayCalendarPresenter } from '../days/present.js';
import { householdNow, type MemberCaller } from '../../../application/shared/caller.js';
import type { Clock } from '../../../application/shared/ports.js';
import type { SeriesView } from '../../../application/series/queries.js';
import {
  CategoryDto,
  HouseholdDto,
  MemberDto,
  presentCategory,
  presentHousehold,
  presentMember,
} from '../households/present.js';
import { NotificationDto, presentNotification } from '../notifications/present.js';
import { Inline, ListOf, Many, One, PlainText } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id } from '../../validation/values.js';
import { presentSeries, presentSwap, SeriesDto, SwapDto } from '../series/present.js';
import { presentItem, presentList, ShoppingItemDto, ShoppingListDto } from '../shopping/present.js';
import { OccurrenceDto, occurrencePresenter } from '../tasks/present.js';
import { presentTemplate, TemplateDto } from '../templates/present.js';

class ChangedRows {
  @Description('The household, if it has changed. It comes without its members.')
  @Absent()
  @One(HouseholdDto)
  household?: HouseholdDto;

  @Description('New and changed rows, also of members who have left.')
  @Many(MemberDto)
  members!: readonly MemberDto[];

  @Many(CategoryDto) categories!: readonly CategoryDto[];

  @Description('New and changed rows that the caller may see.')
  @Many(OccurrenceDto)
  occurrences!: readonly OccurrenceDto[];

  @Many(SeriesDto) series!: readonly SeriesDto[];
  @Many(ShoppingItemDto) shoppingItems!: readonly ShoppingItemDto[];
  @Many(SwapDto) swaps!: readonly SwapDto[];
  @Many(TemplateDto) templates!: readonly TemplateDto[];
  @Many(NotificationDto) notifications!: readonly NotificationDto[];
  @Many(ShoppingListDto) shoppingLists!: readonly ShoppingListDto[];
  @Many(DayCalendarDto) dayCalendars!: readonly DayCalendarDto[];
  @Many(PauseDto) pauses!: readonly PauseDto[];
}

class RemovedRows {
  @ListOf(Id()) members!: readonly string[];
  @ListOf(Id()) categories!: readonly string[];
  @ListOf(Id()) occurrences!: readonly string[];
  @ListOf(Id()) series!: readonly string[];
  @ListOf(Id()) shoppingItems!: readonly string[];
  @ListOf(Id()) swaps!: readonly string[];
  @ListOf(Id()) templates!: readonly string[];
  @ListOf(Id()) notifications!: readonly string[];
  @ListOf(Id()) shoppingLists!: readonly string[];
  @ListOf(Id()) dayCalendars!: readonly string[];
  @ListOf(Id()) pauses!: readonly string[];
}

@Description('A page of changes since a cursor, or of a snapshot.')
export class ChangesDto {
  @Description('The cursor for the next request, an opaque text of less than 200 characters.')
  @PlainText()
  cursor!: string;

  @Description('True if there are more changes. Ask again at once.')
  @Flag()
  hasMore!: boolean;

  @Description('True for a page of a snapshot. The first answer with false ends the snapshot.')
  @Flag()
  snapshot!: boolean;

  @Description(
    'The day from which the snapshot contains done and skipped occurrences. It contains all ' +
      'open ones. null for an answer that is no snapshot.',
  )
  @OrNull()
  @CivilDateField()
  historyFrom!: string | null;

  @Description('New and changed rows, each one complete.')
  @Inline(ChangedRows)
  changed!: ChangedRows;

  @Description('The ids of rows that were deleted, are in the trash, or are no longer visible to the caller.')
  @Inline(RemovedRows)
  removed!: RemovedRows;
}

export function presentChanges(
  { cursor, hasMore, snapshot, historyFrom, changed, removed }: Changes,
  series: readonly SeriesView[],
  caller: MemberCaller,
  clock: Clock,
): ChangesDto {
  const [household] = changed.household ?? [];
  return {
    cursor,
    hasMore,
    snapshot,
    historyFrom,
    changed: {
      ...(household !== undefined && { household: presentHousehold(household) }),
      members: (changed.member ?? []).map(presentMember),
      categories: (changed.category ?? []).map(presentCategory),
      occurrences: (changed.occurrence ?? []).map(occurrencePresenter(caller.household, clock.now())),
      series: series.map((one) => presentSeries(one, caller)),
      shoppingItems: (changed.shoppingItem ?? []).map(presentItem),
      swaps: (changed.swap ?? []).map(presentSwap),
      templates: (changed.template ?? []).map(presentTemplate),
      notifications: (changed.notification ?? []).map(presentNotification),
      shoppingLists: (changed.shoppingList ?? []).map(presentList),
      dayCalendars: (changed.dayCalendar ?? []).map(dayCalendarPresenter(householdNow(caller, clock).date)),
      pauses: (changed.pause ?? []).map(presentPause),
    },
    removed: {
      members: removed.member ?? [],
      categories: removed.category ?? [],
      occurrences: removed.occurrence ?? [],
      series: removed.series ?? [],
      shoppingItems: removed.shoppingItem ?? [],
      swaps: removed.swap ?? [],
      templates: removed.template ?? [],
      notifications: removed.notification ?? [],
      shoppingLists: removed.shoppingList ?? [],
      dayCalendars: removed.dayCalendar ?? [],
      pauses: removed.pause ?? [],
    },
  };
}
