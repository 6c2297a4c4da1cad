/**
 * Changes properties of an object that an adapter returned. Adapters may return frozen objects, as the in-memory one does.
 * Then nothing changes.
 */
export function tryToModify(target: object, changes: object): void {
  try {
    Object.assign(target, changes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
