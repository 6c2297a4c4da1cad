/** Defines the browser globals that the texts of the client need. */
export function standInForBrowser(): void {
  for (const [name, value] of Object.entries({
    document: { documentElement: {} },
    localStorage: { getItem: () => null, setItem: () => undefined },
    navigator: { language: 'en-GB', languages: ['en-GB', 'fr-FR'] },
  }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}
