import { InvalidValue } from './environment.js';

/** Returns a parser for a whole number from `min` to `max`, both included. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidValue(`a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

/** Returns a parser that accepts exactly these texts. */
export function oneOf<const T extends string>(...choices: readonly T[]): (text: string) => T {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw new InvalidValue(`one of ${choices.join(', ')}`);
    return found;
  };
}

export function trueOrFalse(text: string): boolean {
  return oneOf('true', 'false')(text) === 'true';
}

/** Returns a parser that accepts texts matching `pattern`. `expectation` is the message of the error. */
export function matching(pattern: RegExp, expectation: string): (text: string) => string {
  return (text) => {
    if (!pattern.test(text)) throw new InvalidValue(expectation);
    return text;
  };
}

/** Returns a parser for a URL with one of these schemes. It removes slashes at the end. */
export function urlWith(...schemes: readonly string[]): (text: string) => string {
  const expectation = `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return (text) => {
    const url = parseUrl(text);
    if (url === null || !schemes.includes(url.protocol.slice(0, -1)) || url.host === '') {
      throw new InvalidValue(expectation);
    }
    return text.replace(/\/+$/, '');
  };
}

/** Parses an origin: scheme, host and port only. Cookies, redirects and CORS compare these. */
export function httpOrigin(text: string): string {
  const url = parseUrl(text);
  const bare = url !== null && url.pathname === '/' && url.search + url.hash + url.username === '';
  if (!bare || !/^https?:$/.test(url.protocol)) {
    throw new InvalidValue('an origin such as https://planner.example.org, without a path');
  }
  return url.origin;
}

/** Splits a comma-separated list. Spaces around entries and empty entries are removed. */
export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Returns the URL, or null if the text is not one. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
