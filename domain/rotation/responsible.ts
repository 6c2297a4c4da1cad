import { addDays, toWeekday, type CivilDate, type Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { unitsBetween } from './calendar-units.js';
import { drawnMemberAt } from './draw.js';
import { modulo } from '../shared/modulo.js';
import type { Rotation } from './rotation.js';
import { positionIn, segmentAt, type Segment } from './segment.js';
import { shuffledAt } from './shuffle.js';

export type Turns = Extract<Rotation, { kind: 'turns' }>;
export type Roster = Extract<Rotation, { kind: 'roster' }>;

const NOBODY: readonly MemberId[] = [];

/**
 * Returns the members whose turn it is for the occurrence `index` on `date`. The result depends only on the
 * segments, so creating the rows of a series again gives the same members. Several members are responsible
 * together. An empty list means unassigned. Absences are not considered here; `findTurn` applies them to the
 * result.
 */
export function responsible(
  segments: readonly Segment[],
  index: number,
  date: CivilDate,
  firstDayOfWeek: Weekday,
): readonly MemberId[] {
  const segment = segmentAt(segments, index);
  return segment === null ? NOBODY : slotAt(segment, index, date, firstDayOfWeek);
}

/**
 * Returns the slot that is due at that occurrence. With `ahead`, returns the slot that many steps later: the
 * next slot of turns, the next position of a shuffle, the next day of a roster, or the member of a balanced
 * rotation with the next lowest load. A fixed rotation has no next slot, so the result is empty.
 */
export function slotAt(
  segment: Segment,
  index: number,
  date: CivilDate,
  firstDayOfWeek: Weekday,
  ahead = 0,
): readonly MemberId[] {
  const { rotation } = segment;
  switch (rotation.kind) {
    case 'fixed':
      return ahead === 0 ? rotation.members : NOBODY;
    case 'turns':
      return rotation.order[slotNumber(rotation, segment, index, date, firstDayOfWeek, ahead)] ?? NOBODY;
    case 'roster':
      return rosterDay(rotation, segment.anchorDate, addDays(date, ahead), firstDayOfWeek);
    case 'shuffle': {
      const member = shuffledAt(rotation.order, rotation.seed, positionIn(segment, index) + ahead);
      return member === null ? NOBODY : [member];
    }
    case 'balanced': {
      const member = drawnMemberAt(rotation.drawn, positionIn(segment, index), ahead);
      return member === null ? NOBODY : [member];
    }
  }
}

/**
 * Returns the number of consecutive slots that are enough to contain every member of the rotation at least
 * once.
 */
export function slotsAhead(rotation: Rotation): number {
  switch (rotation.kind) {
    case 'fixed':
      return 1;
    case 'turns':
      return rotation.order.length;
    case 'roster':
      return rotation.weeks.length * 7;
    case 'shuffle':
      return rotation.order.length * 2;
    case 'balanced':
      return rotation.members.length;
  }
}

/**
 * Returns the position in `order`: the number of turns since the segment began (or since its anchor date)
 * plus the offset.
 */
export function slotNumber(
  rotation: Turns,
  segment: Segment,
  index: number,
  date: CivilDate,
  firstDayOfWeek: Weekday,
  ahead = 0,
): number {
  const passed =
    rotation.unit === 'occurrence'
      ? positionIn(segment, index)
      : unitsBetween(rotation.unit, segment.anchorDate, date, firstDayOfWeek);
  return modulo(Math.floor(passed / rotation.length) + rotation.offset + ahead, rotation.order.length);
}

function rosterDay(
  { weeks }: Roster,
  anchor: CivilDate,
  date: CivilDate,
  firstDayOfWeek: Weekday,
): readonly MemberId[] {
  const week = modulo(unitsBetween('week', anchor, date, firstDayOfWeek), weeks.length);
  return weeks[week]?.[toWeekday(date)] ?? NOBODY;
}
