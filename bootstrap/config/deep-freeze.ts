/** Freezes plain objects and arrays all the way down; keys and other objects guard themselves. */
export function deepFreeze<T>(value: T): T {
  if (!isPlain(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
