import type { MemberId } from '../shared/ids.js';
import { normalize } from '../shared/normal-form.js';
import { afterWords, buildTrie, longestWords, type Phrases, type Read, type Trie } from './grammar/trie.js';
import type { QuickAddContext } from './result.js';
import { foldWords, type Token } from './tokens.js';

/**
 * Finds members by name. A name is a whole display name, or its first word if no member has exactly that word
 * as name.
 */
export class MemberNames {
  readonly #names: Trie<readonly MemberId[]>;
  readonly #words = new Set<string>();

  constructor(members: QuickAddContext['members'], elisions: ReadonlySet<string>) {
    const named = members.map(({ id, displayName }) => ({
      id,
      words: foldWords(normalize(displayName), elisions),
    }));
    const whole = groupByName(named);
    const first = groupByName(named.map(({ id, words }) => ({ id, words: words.slice(0, 1) })));
    const names: Phrases<readonly MemberId[]>[] = [];
    for (const [name, { words, ids }] of new Map([...first, ...whole])) {
      if (name === '' || words.includes('')) continue;
      for (const word of words) this.#words.add(word);
      names.push(afterWords(words, { value: ids }));
    }
    this.#names = buildTrie({ alternatives: names });
  }

  /**
   * Returns the longest name that begins at token `at`. The result has several ids if several members share
   * the name.
   */
  at(tokens: readonly Token[], at: number): Read<readonly MemberId[]> | null {
    return longestWords(this.#names, tokens, at);
  }

  /**
   * Returns true if the word is part of a member's name. It is then not read as a weak or short name of a day or
   * month.
   */
  has(word: string): boolean {
    return this.#words.has(word);
  }
}

type Name = { readonly words: readonly string[]; readonly ids: MemberId[] };

function groupByName(named: readonly { readonly id: MemberId; readonly words: readonly string[] }[]) {
  const groups = new Map<string, Name>();
  for (const { id, words } of named) {
    const key = words.join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { words, ids: [id] });
    else group.ids.push(id);
  }
  return groups;
}
