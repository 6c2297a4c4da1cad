import type { Reading } from '../reading.js';

/**
 * A display may show only shared tasks. A guest link may show only tasks within its dates, and must not exist
 * after the guest has left.
 */
export function wronglyDisplayed({ rows, members, displays, people }: Reading): string[] {
  const personal = new Set<string>([
    ...rows.filter(({ visibility }) => visibility === 'PERSONAL').map(({ id }) => id),
    ...people.flatMap(({ lists }) =>
      lists.series.filter(({ template }) => template.visibility === 'PERSONAL').map(({ id }) => id),
    ),
  ]);
  const active = new Set(members.filter(({ leftAt }) => leftAt === null).map(({ id }) => id));
  return displays.flatMap(({ display, occurrences, series }) => [
    ...[...occurrences, ...series]
      .filter(({ id }) => personal.has(id))
      .map(({ id }) => `a display shows ${id}, which is somebody's alone`),
    ...(display.memberId === null || active.has(display.memberId)
      ? []
      : [`there is a pass of ${display.memberId}, who has left`]),
    ...(display.dates === null ? [] : series).map(({ id }) => `a pass shows the series ${id}`),
    ...occurrences
      .filter(({ date }) => {
        const { dates } = display;
        return dates !== null && (date === null || date < dates.from || date > dates.to);
      })
      .map(({ id, date }) => `a pass until ${display.lastDate} shows ${id} on ${date}`),
  ]);
}
