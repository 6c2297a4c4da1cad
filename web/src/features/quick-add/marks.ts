import type { ReadSpan } from '../../data/sentences.ts';

/** Which of the three tints what was read has: when, who or what; null for what is left alone. */
export function chooseMark(kind: ReadSpan['kind']): 'when' | 'who' | 'what' | null {
  switch (kind) {
    case 'members':
    case 'rotation':
      return 'who';
    case 'category':
    case 'priority':
    case 'visibility':
    case 'notes':
    case 'checklist':
      return 'what';
    case 'literal':
      return null;
    default:
      return 'when';
  }
}
