import type { CivilDate } from '../shared/civil-date.js';
import type { Draw } from './draw.js';
import { toRequest, type Rotation } from './rotation.js';
import { modulo } from '../shared/modulo.js';
import { sameJson } from '../shared/json.js';

/**
 * A part of a series that has one rotation. It reaches from the occurrence `fromIndex` up to the next segment. A
 * series keeps its segments in ascending order. Past segments are never changed, so that a later change of members
 * does not change whose turn it was. Only past draws of a balanced rotation are removed after some time.
 */
export type Segment = {
  readonly fromIndex: number;
  /** The date from which turns by day, week or month are counted, and from which the weeks of a roster are counted. */
  readonly anchorDate: CivilDate;
  readonly rotation: Rotation;
  /**
   * The number of occurrences of the current turn before the segment began; the default is 0. After a split in the
   * middle of A's turn, "A twice, B twice" continues correctly with it. For a shuffle and a balanced rotation, it is
   * the number of all occurrences that the rotation had before the segment began.
   */
  readonly phase?: number;
};

/** Returns the segment that contains `index`. Returns null if `index` is before the first segment. */
export function segmentAt(segments: readonly Segment[], index: number): Segment | null {
  return segments.findLast((segment) => segment.fromIndex <= index) ?? null;
}

/** Returns the position of the occurrence in this segment, including the occurrences that `phase` counts. */
export function positionIn(segment: Segment, index: number): number {
  return index - segment.fromIndex + (segment.phase ?? 0);
}

/**
 * Returns the segments of a new series that starts at the occurrence `index` of another series. That occurrence has
 * index 0 in the new series. In turns by occurrence, complete turns before it are added to the offset, and the begun
 * part of the current turn becomes the phase. In a shuffle and a balanced rotation, the phase counts all occurrences
 * before it. The anchor date stays.
 */
export function segmentsFrom(segments: readonly Segment[], index: number): readonly Segment[] {
  const current = segmentAt(segments, index);
  const later = segments
    .filter((segment) => segment.fromIndex > index)
    .map((segment) => ({ ...segment, fromIndex: segment.fromIndex - index }));
  return current === null ? later : [begunEarlier(current, positionIn(current, index)), ...later];
}

/**
 * Returns the segments after the index of an occurrence was raised from `from` to `to`. The turns continue at
 * `to` as they would have continued at `from`. Indexes in between keep their segments.
 */
export function continueSegments(segments: readonly Segment[], from: number, to: number): readonly Segment[] {
  if (from === to) return segments;
  const earlier = segments.filter(({ fromIndex }) => fromIndex <= from);
  const later = segmentsFrom(segments, from);
  return [...earlier, ...later.map((segment) => ({ ...segment, fromIndex: segment.fromIndex + to }))];
}

function begunEarlier({ anchorDate, rotation }: Segment, position: number): Segment {
  if (rotation.kind === 'shuffle' || rotation.kind === 'balanced')
    return withPhase({ fromIndex: 0, anchorDate, rotation }, position);
  if (rotation.kind !== 'turns' || rotation.unit !== 'occurrence')
    return { fromIndex: 0, anchorDate, rotation };
  const offset = modulo(rotation.offset + Math.floor(position / rotation.length), rotation.order.length);
  return withPhase(
    { fromIndex: 0, anchorDate, rotation: { ...rotation, offset } },
    position % rotation.length,
  );
}

/**
 * Returns the stored draw of the last segment if its rotation is a balanced one, otherwise null. A draw assigns all
 * turns of a week or month in advance, to the members who are furthest below their expected minutes.
 */
export function drawOf(segments: readonly Segment[]): Draw | null {
  const rotation = segments.at(-1)?.rotation;
  return rotation?.kind === 'balanced' ? rotation.drawn : null;
}

/**
 * Returns true if the turn belongs to a balanced rotation and no draw has fixed it yet, so that the next draw may
 * give it to another member.
 */
export function isProvisional(segments: readonly Segment[], index: number): boolean {
  const segment = segmentAt(segments, index);
  return (
    segment?.rotation.kind === 'balanced' && positionIn(segment, index) >= segment.rotation.drawn.order.length
  );
}

/**
 * Returns true if the segments are equal or differ only in the draws of balanced rotations. The service makes these
 * draws on schedule, so they do not count as edits.
 */
export function equalExceptDraws(one: readonly Segment[], other: readonly Segment[]): boolean {
  return sameJson(withoutDraws(one), withoutDraws(other));
}

function withoutDraws(segments: readonly Segment[]): readonly object[] {
  const rules = segments.map((segment) => {
    const { rotation } = segment;
    return rotation.kind === 'balanced' ? toRequest(rotation) : segment;
  });
  return rules.filter((rule, place) => !('kind' in rule) || !sameJson(rule, rules[place - 1]));
}

/** Returns the segment with this phase. A phase of 0 is omitted, so that equal segments are equal as JSON. */
export function withPhase(segment: Segment, phase: number): Segment {
  return phase === 0 ? segment : { ...segment, phase };
}
