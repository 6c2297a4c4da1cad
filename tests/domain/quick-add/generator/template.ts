import type { Pick } from './pick.js';

/**
 * Returns one of the texts that a template of a language can produce, with its slots in braces. It is written as people
 * write: "d' octobre" becomes "d'octobre", and "every ! week" becomes "every! week".
 */
export function chooseText(template: string, pick: Pick): string {
  const reader = { rest: template };
  const text = chooseAlternative(reader, pick);
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ ([,!'])/gu, '$1')
    .replaceAll(' - ', '-')
    .replaceAll(/(^|\s)(d|l|jusqu)' /gu, "$1$2'")
    .replace(/^[ ,]+/u, '')
    .trim();
}

type Reader = { rest: string };

function chooseAlternative(reader: Reader, pick: Pick): string {
  const all = [readSequence(reader, pick)];
  while (reader.rest.startsWith('|')) {
    reader.rest = reader.rest.slice(1);
    all.push(readSequence(reader, pick));
  }
  return pick.of(all);
}

function readSequence(reader: Reader, pick: Pick): string {
  let text = '';
  for (;;) {
    const first = reader.rest.charAt(0);
    if (first === '' || '|)]'.includes(first)) return text;
    reader.rest = reader.rest.slice(1);
    if (first !== '(' && first !== '[') {
      text += first;
      continue;
    }
    const inner = chooseAlternative(reader, pick);
    reader.rest = reader.rest.slice(1);
    if (first === '(' || pick.chance(50)) text += inner;
  }
}
