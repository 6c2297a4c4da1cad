import { QUANTITY } from './item.js';

/** Rounds to three decimals; null if the amount cannot be bought. */
export function toQuantity(amount: number): number | null {
  const rounded = Math.round(amount * 10 ** QUANTITY.decimals) / 10 ** QUANTITY.decimals;
  return rounded > 0 && rounded <= QUANTITY.max ? rounded : null;
}

/**
 * Adds two quantities of one unit. A quantity keeps three decimals, so 0.333 counts as a third: three times "⅓ cup" is
 * one cup and not 0.999. null if the sum cannot be bought.
 */
export function addQuantities(one: number, other: number): number | null {
  return toQuantity(exact(one) + exact(other));
}

/** The fraction of thirds, sixths, sevenths or ninths that three decimals stand for, else the quantity itself. */
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
