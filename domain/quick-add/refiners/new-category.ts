import { findCategory } from '../markers/categories.js';
import { warnAt } from '../sentence.js';
import { findClaim, giveBack, type Refiner } from './settled.js';

/**
 * A category is everybody's: one that is new is made with a SHARED task, while a PERSONAL one, whose words are nobody
 * else's to read, makes none.
 */
export const withNewCategory: Refiner = (settled, sentence) => {
  const { candidates, warnings } = settled;
  const named = candidates.find(({ claim }) => claim.field === 'category');
  if (named?.claim.field !== 'category' || findCategory(named.claim.name, sentence) !== undefined)
    return settled;
  if (findClaim(candidates, 'visibility') !== undefined)
    return giveBack(settled, sentence, (candidate) => candidate === named, {
      code: 'UNKNOWN_CATEGORY',
      message: 'A personal task makes no new category, which all would see',
    });
  const warning = warnAt(sentence, named, {
    code: 'NEW_CATEGORY',
    message: 'This category is new and will be created',
  });
  return { candidates, warnings: [...warnings, warning] };
};
