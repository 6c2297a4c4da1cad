import { categoryNamed } from '../recognisers/categories.js';
import { warningAt } from '../recognisers/marker.js';
import type { Sentence } from '../sentence.js';
import { fieldOf, giveBack, type Settled } from './settled.js';

/**
 * A category is everybody's: one that is new is made with a SHARED task, while a PERSONAL one, whose words are nobody
 * else's to read, makes none.
 */
export function withNewCategory(settled: Settled, sentence: Sentence): Settled {
  const { candidates, warnings } = settled;
  const named = candidates.find(({ claim }) => claim.field === 'category');
  if (named?.claim.field !== 'category' || categoryNamed(named.claim.name, sentence) !== undefined)
    return settled;
  if (fieldOf(candidates, 'visibility') !== undefined)
    return giveBack(settled, sentence, (candidate) => candidate === named, {
      code: 'UNKNOWN_CATEGORY',
      message: 'A personal task makes no new category, which all would see',
    });
  const { from, to } = named;
  const message = 'This category is new and will be created';
  return { candidates, warnings: [...warnings, warningAt(sentence, from, to, 'NEW_CATEGORY', message)] };
}
