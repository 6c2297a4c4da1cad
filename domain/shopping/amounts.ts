import { QUANTITY } from './item.js';

/** Rounds to three decimals. Returns null if the result is zero, negative or above `QUANTITY.max`. */
export function toQuantity(amount: number): number | null {
  const rounded = Math.round(amount * 10 ** QUANTITY.decimals) / 10 ** QUANTITY.decimals;
  return rounded > 0 && rounded <= QUANTITY.max ? rounded : null;
}

/**
 * Adds two quantities of one unit. Quantities have three decimals, so 0.333 is treated as a third: three
 * times "⅓ cup" is one cup and not 0.999. Returns null if the sum is above `QUANTITY.max`.
 */
export function addQuantities(one: number, other: number): number | null {
  return toQuantity(exact(one) + exact(other));
}

/**
 * Returns the exact fraction (thirds, sixths, sevenths or ninths) whose rounded form is `quantity`. Returns
 * any other quantity unchanged.
 */
function exact(quantity: number): number {
  const whole = Math.floor(quantity);
  const part = quantity - whole;
  const under = [3, 6, 7, 9].find((parts) => isRounded(part, parts));
  return under === undefined ? quantity : whole + Math.round(part * under) / under;
}

function isRounded(part: number, parts: number): boolean {
  const fraction = Math.round(part * parts) / parts;
  return fraction !== 0 && fraction !== 1 && toQuantity(fraction) === toQuantity(part);
}
