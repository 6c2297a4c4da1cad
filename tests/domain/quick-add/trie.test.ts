import { expect, test } from '@jest/globals';
import { readTemplate } from '../../../domain/quick-add/grammar/template.js';
import { buildTrie, type Trie } from '../../../domain/quick-add/grammar/trie.js';

function collectNodes(trie: Trie<unknown>, nodes = new Set<Trie<unknown>>()): ReadonlySet<Trie<unknown>> {
  if (nodes.has(trie)) return nodes;
  nodes.add(trie);
  for (const next of trie.words.values()) collectNodes(next, nodes);
  for (const { next } of trie.slots.all) collectNodes(next, nodes);
  return nodes;
}

test('a template with many optional parts gives one node for each part, although it describes millions of phrases', () => {
  const template = `${'([a]|[b]) '.repeat(25)}{n}`;
  const trie = buildTrie(readTemplate(template, 'the value', new Set()));
  // The beginning, one node after each part, and the end.
  expect(collectNodes(trie).size).toBe(27);
});
