import type { OccurrenceId } from '../shared/ids.js';
import type { PlanContext, SeriesRow, SeriesState, SeriesTemplate } from './series.js';
import type { RuleDate } from './series-dates.js';
import { change, type RowChange, type RowPatch } from './series-plan.js';
import { samePeople, turnIn } from './series-turns.js';

export type Pairing = {
  readonly pairs: readonly (readonly [SeriesRow, RuleDate])[];
  readonly surplusRows: readonly SeriesRow[];
  readonly surplusDates: readonly RuleDate[];
};

/**
 * Which row takes which date when a series gets new ones. A row stays where its date stays; the others are moved to
 * the new dates in order, because a row that lives on keeps its id, its ticks and its calendar event. No row is
 * moved to a date that another row still has. The edited row (`target`) always lives on while there is a date:
 * if need be it takes the place of the one that has it, which is surplus then.
 */
export function pairRows(
  rows: readonly SeriesRow[],
  dates: readonly RuleDate[],
  target: OccurrenceId | null,
): Pairing {
  const onDate = new Map(rows.map((row) => [row.originalDate, row]));
  const wanted = new Set(dates.map(({ date }) => date));
  const edited = rows.find((row) => row.id === target && !wanted.has(row.originalDate));
  const free = dates.filter(({ date }) => !onDate.has(date));
  const place = edited && placeFor(edited, free.length > 0 ? free : dates);
  const rest = free.filter((date) => date !== place);
  const loose = rows.filter((row) => row !== edited && !wanted.has(row.originalDate));

  const pairs: (readonly [SeriesRow, RuleDate])[] = [];
  const surplusRows = loose.slice(rest.length);
  for (const date of dates) {
    const row = date === place ? edited : (onDate.get(date.date) ?? loose[rest.indexOf(date)]);
    if (row !== undefined) pairs.push([row, date]);
    const ousted = date === place ? onDate.get(date.date) : undefined;
    if (ousted !== undefined) surplusRows.push(ousted);
  }
  if (edited !== undefined && place === undefined) surplusRows.push(edited);
  return { pairs, surplusRows, surplusDates: rest.slice(loose.length) };
}

function placeFor(row: SeriesRow, dates: readonly RuleDate[]): RuleDate | undefined {
  return dates.find(({ date }) => date >= row.originalDate) ?? dates.at(-1);
}

/** What of the row has to change for it to be the occurrence of that date; null when nothing has. */
export function rowPatch(
  row: SeriesRow,
  { date, index }: RuleDate,
  series: SeriesState,
  content: Partial<SeriesTemplate>,
  context: PlanContext,
): RowPatch | null {
  const turn = turnIn(series, index, date, context);
  const patch: RowPatch = {
    ...(index === row.seriesIndex ? {} : { seriesIndex: index }),
    ...(date === row.originalDate ? {} : { originalDate: date, date }),
    ...(samePeople(turn.responsibleMemberIds, row.responsibleMemberIds) ? {} : turn),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}

/** {@link rowPatch} for all pairs. */
export function rowChanges(
  pairs: Pairing['pairs'],
  series: SeriesState,
  content: Partial<SeriesTemplate>,
  context: PlanContext,
): readonly RowChange[] {
  return pairs.flatMap(([row, date]) => {
    const patch = rowPatch(row, date, series, content, context);
    return patch === null ? [] : [change(row, patch)];
  });
}
