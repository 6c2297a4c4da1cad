/** A promise that a test resolves with `give`. */
export type Signal = { readonly given: Promise<void>; give(): void };

export function aSignal(): Signal {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { given: promise, give: () => resolve(undefined) };
}
