import type { Completion } from '../tasks/content.js';
import type { Rotation } from '../rotation/rotation.js';
import type { MemberId } from '../shared/ids.js';
import type { Candidate } from './readings.js';
import { findClaim, hasField, restoreToTitle, type RefinedCandidates } from './refiners/refiner.js';
import type { Sentence } from './sentence.js';

export type AssignedPeople = RefinedCandidates & {
  readonly rotation: Rotation | null;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly completion: Completion;
};

/**
 * Determines who does the task: the named members, all members together, each member separately, or the
 * members in turn.
 */
export function assignPeople(settled: RefinedCandidates, sentence: Sentence): AssignedPeople {
  const people = nameThem(settled, sentence);
  if (findClaim(settled.candidates, 'each') === undefined) return { ...people, completion: 'any' };
  if (people.responsibleMemberIds.length > 1) return { ...people, completion: 'all' };
  const rest = restoreToTitle(people, sentence, ({ claim }) => claim.field === 'each', {
    code: 'NOT_APPLICABLE',
    message: 'If everyone has to do it, at least two members must be assigned',
  });
  return { ...people, ...rest, completion: 'any' };
}

function nameThem(settled: RefinedCandidates, sentence: Sentence): Omit<AssignedPeople, 'completion'> {
  const { context } = sentence;
  const { candidates } = settled;
  const household = context.members.filter(({ takesTurns }) => takesTurns !== false).map(({ id }) => id);
  const named = collectMembers(candidates);
  const together = findClaim(candidates, 'together') !== undefined;
  const responsibleMemberIds = together && named.length === 0 ? household : named;
  const said = findClaim(candidates, 'rotation');
  if (said === undefined) return { ...settled, rotation: null, responsibleMemberIds };
  const members = said.order ?? (named.length > 0 ? named : household);
  if (new Set(members).size < 2) {
    const rest = restoreToTitle(settled, sentence, hasField('rotation', 'rotationStart'), {
      code: 'NOT_APPLICABLE',
      message: 'A rotation needs at least two members',
    });
    return { ...rest, rotation: null, responsibleMemberIds };
  }
  const [first] = findClaim(candidates, 'rotationStart')?.ids ?? said.first ?? [];
  if (first !== undefined && !members.includes(first)) {
    const rest = restoreToTitle(settled, sentence, hasField('rotationStart'), {
      code: 'NOT_APPLICABLE',
      message: 'This member does not take turns here',
    });
    return nameThem(rest, sentence);
  }
  const begin = first === undefined ? 0 : members.indexOf(first);
  const order = [...members.slice(begin), ...members.slice(0, begin)];
  const rotation: Rotation = {
    kind: 'turns',
    order: order.map((member) => [member]),
    unit: said.unit,
    length: 1,
    offset: 0,
  };
  return { ...settled, rotation, responsibleMemberIds: [] };
}

function collectMembers(candidates: readonly Candidate[]): readonly MemberId[] {
  return [
    ...new Set(
      candidates.flatMap(({ claim }) =>
        claim.field === 'member' || claim.field === 'each' ? claim.ids : [],
      ),
    ),
  ];
}
