import { afterAll, beforeAll } from '@jest/globals';

/** The globals of a browser that the texts of the web client use. */
const GLOBALS_FOR_TEXTS = {
  document: { documentElement: {} },
  localStorage: { getItem: () => null, setItem: () => undefined },
  navigator: { language: 'en-GB', languages: ['en-GB', 'fr-FR'] },
};

/** Defines globals of a browser for the tests of a file or a `describe` block, and removes them afterwards. */
export function defineBrowserGlobals(globals: Readonly<Record<string, unknown>> = GLOBALS_FOR_TEXTS): void {
  const before = new Map<string, PropertyDescriptor | undefined>();
  beforeAll(() => {
    for (const [name, value] of Object.entries(globals)) {
      before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  });
  afterAll(() => {
    for (const [name, original] of before)
      if (original === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, original);
  });
}
