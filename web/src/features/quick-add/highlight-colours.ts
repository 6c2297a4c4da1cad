import type { ReadSpan } from '../../data/sentences.ts';

/**
 * Returns which of three highlight colours a parsed part of the sentence gets. null for parts that are not
 * interpreted.
 */
export function chooseHighlight(kind: ReadSpan['kind']): 'when' | 'who' | 'what' | null {
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
