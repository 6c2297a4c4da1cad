/** Something that a test waits for. */
export type Signal = { readonly given: Promise<void>; give(): void };

export function aSignal(): Signal {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { given: promise, give: () => resolve(undefined) };
}
