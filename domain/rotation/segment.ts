import type { CivilDate } from '../shared/civil-date.js';
import type { Drawn } from './draw.js';
import { toRequest, type Rotation } from './rotation.js';
import { modulo } from '../shared/modulo.js';
import { sameJson } from '../shared/same-json.js';

/**
 * A stretch of a series under one rotation: from the occurrence `fromIndex` up to the next segment. A series
 * holds them in ascending order, and what has passed keeps its segment, so that no later change of members can
 * rewrite whose turn it was.
 */
export type Segment = {
  readonly fromIndex: number;
  /** Days, weeks and months of turns, and the weeks of a roster, are counted from here. */
  readonly anchorDate: CivilDate;
  readonly rotation: Rotation;
  /**
   * How many occurrences the running turn (of a shuffle: the running round and those before it) had when the
   * segment began; default 0. It carries "A twice, B twice" through a split in the middle of A's turn.
   */
  readonly phase?: number;
};

/** The segment in force at `index`: the last one that begins there or earlier; null before all of them. */
export function segmentAt(segments: readonly Segment[], index: number): Segment | null {
  return segments.findLast((segment) => segment.fromIndex <= index) ?? null;
}

/** The number of occurrences since the turns of this segment began to count. */
export function positionIn(segment: Segment, index: number): number {
  return index - segment.fromIndex + (segment.phase ?? 0);
}

/**
 * The segments of a series that begins where another one's occurrence `index` was, with its own index at 0:
 * whole turns go into the offset, what is left of the running one into the phase, and the anchor date stays.
 */
export function segmentsFrom(segments: readonly Segment[], index: number): readonly Segment[] {
  const current = segmentAt(segments, index);
  const later = segments
    .filter((segment) => segment.fromIndex > index)
    .map((segment) => ({ ...segment, fromIndex: segment.fromIndex - index }));
  return current === null ? later : [begunEarlier(current, positionIn(current, index)), ...later];
}

/**
 * The segments where the occurrence `from` has the index `to` from now on, which is not lower: the turns go on from there as
 * they would have gone on from `from`. What lies between them keeps the segments that it has.
 */
export function carriedOn(segments: readonly Segment[], from: number, to: number): readonly Segment[] {
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

/** The last draw, where the rotation in force is a balanced one. */
export function drawOf(segments: readonly Segment[]): Drawn | null {
  const rotation = segments.at(-1)?.rotation;
  return rotation?.kind === 'balanced' ? rotation.drawn : null;
}

/** Whether the turn is one of a balanced rotation that is not drawn yet, so that the next draw may give it to another. */
export function isProvisional(segments: readonly Segment[], index: number): boolean {
  const segment = segmentAt(segments, index);
  return (
    segment?.rotation.kind === 'balanced' && positionIn(segment, index) >= segment.rotation.drawn.order.length
  );
}

/** Whether they are the same but for what was drawn meanwhile, which is nobody's edit. */
export function sameButDraws(one: readonly Segment[], other: readonly Segment[]): boolean {
  return sameJson(withoutDraws(one), withoutDraws(other));
}

function withoutDraws(segments: readonly Segment[]): readonly object[] {
  const rules = segments.map((segment) => {
    const { rotation } = segment;
    return rotation.kind === 'balanced' ? toRequest(rotation) : segment;
  });
  return rules.filter((rule, place) => !('kind' in rule) || !sameJson(rule, rules[place - 1]));
}

/** A phase of 0 is left out, so that equal segments are equal JSON. */
export function withPhase(segment: Segment, phase: number): Segment {
  return phase === 0 ? segment : { ...segment, phase };
}
