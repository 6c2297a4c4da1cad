/** Changes properties of an object that an adapter returned, unless the adapter returns frozen objects. */
export function tryToModify(target: object, changes: object): void {
  if (!Object.isFrozen(target)) Object.assign(target, changes);
}
