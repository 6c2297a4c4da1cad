import type { CivilDate } from '../shared/civil-date.js';
import type { Draw } from './draw.js';
import { toRequest, type Rotation } from './rotation.js';
import { modulo } from '../shared/modulo.js';
import { sameJson } from '../shared/same-json.js';

/**
 * A stretch of a series under one rotation, from the occurrence `fromIndex` up to the next segment. A series
 * keeps its segments in ascending order. Past segments are never changed, so that a later change of members
 * does not rewrite whose turn it was.
 */
export type Segment = {
  readonly fromIndex: number;
  /** The origin for counting days, weeks and months of turns, and the weeks of a roster. */
  readonly anchorDate: CivilDate;
  readonly rotation: Rotation;
  /**
   * How many occurrences of the current turn had passed when the segment began; the default is 0. For a
   * shuffle it counts the current round and all before it. It lets "A twice, B twice" continue correctly
   * after a split in the middle of A's turn.
   */
  readonly phase?: number;
};

/**
 * Returns the segment in force at `index`, that is, the last one that begins there or earlier, or null before
 * all of them.
 */
export function segmentAt(segments: readonly Segment[], index: number): Segment | null {
  return segments.findLast((segment) => segment.fromIndex <= index) ?? null;
}

/** Returns the number of occurrences since the turns of this segment began to count. */
export function positionIn(segment: Segment, index: number): number {
  return index - segment.fromIndex + (segment.phase ?? 0);
}

/**
 * Returns the segments of a new series that starts at the occurrence `index` of another one, where its own
 * index is 0. Complete turns go into the offset and the rest of the current turn into the phase; the anchor
 * date stays.
 */
export function segmentsFrom(segments: readonly Segment[], index: number): readonly Segment[] {
  const current = segmentAt(segments, index);
  const later = segments
    .filter((segment) => segment.fromIndex > index)
    .map((segment) => ({ ...segment, fromIndex: segment.fromIndex - index }));
  return current === null ? later : [begunEarlier(current, positionIn(current, index)), ...later];
}

/**
 * Returns the segments after the occurrence `from` gets the higher index `to`: the turns continue from `to`
 * as they would have from `from`. Indexes in between keep their segments.
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

/** Returns the last draw if the current rotation is a balanced one, otherwise null. */
export function drawOf(segments: readonly Segment[]): Draw | null {
  const rotation = segments.at(-1)?.rotation;
  return rotation?.kind === 'balanced' ? rotation.drawn : null;
}

/**
 * Returns true if the turn belongs to a balanced rotation and has not been drawn yet, so that the next draw
 * may give it to somebody else.
 */
export function isProvisional(segments: readonly Segment[], index: number): boolean {
  const segment = segmentAt(segments, index);
  return (
    segment?.rotation.kind === 'balanced' && positionIn(segment, index) >= segment.rotation.drawn.order.length
  );
}

/** Returns true if the segments differ at most in their draws, which are not edits by anybody. */
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

/** Omits a phase of 0, so that equal segments are equal as JSON. */
export function withPhase(segment: Segment, phase: number): Segment {
  return phase === 0 ? segment : { ...segment, phase };
}
