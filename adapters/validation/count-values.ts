import { listLimits } from './clip.js';
import { listProperties, type InputClass, type PropertyDescription } from './description.js';

/** An element of a list of ranges is a list of two numbers, which counts as three. No other element has more values. */
const VALUES_OF_AN_ELEMENT = 3;

const counts = new WeakMap<InputClass, number>();

/** How many values (objects, lists, members and elements) the largest valid input of a class has. */
export function countValues(type: InputClass): number {
  let count = counts.get(type);
  if (count === undefined) {
    const limits = listLimits(type);
    const properties = [...listProperties(type.prototype as object)];
    count = properties.reduce((sum, [name, property]) => sum + countOf(property, limits.get(name)), 1);
    counts.set(type, count);
  }
  return count;
}

function countOf({ type, alternatives = [], opaqueValues }: PropertyDescription, limit = 0): number {
  if (alternatives.length > 0) return 1 + limit * Math.max(...alternatives.map(countValues));
  if (opaqueValues !== undefined) return 1 + opaqueValues;
  return type === undefined ? 1 + limit * VALUES_OF_AN_ELEMENT : 1 + Math.max(1, limit) * countValues(type);
}
