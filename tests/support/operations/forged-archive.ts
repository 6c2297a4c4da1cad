import { readTar } from '../../../adapters/archive/tar-reader.js';
import { writeTar } from '../../../adapters/archive/tar-writer.js';
import { sha256Digest } from '../../../adapters/security/sha256-digest.js';
import type { FileFacts, Manifest, Checksum } from '../../../application/backup/manifest.js';
import { sectionsOf, writeSection } from '../../../application/backup/sections.js';

/**
 * Writes a changed copy of the archive to `target`. `change` gets the name and the text of each section and
 * returns its new text. The checksums match the new content.
 */
export async function forged(
  archive: string,
  target: string,
  change: (name: string, text: string) => string,
): Promise<string> {
  const sections: { name: string; bytes: Buffer }[] = [];
  for await (const { name, bytes } of sectionsOf(readTar(archive))) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    const whole = Buffer.concat(pieces);
    // Stored files are copied unchanged.
    const changed = name.startsWith('files/') ? whole : Buffer.from(change(name, whole.toString()));
    sections.push({ name, bytes: changed });
  }
  const textOf = (name: string) => sections.find((one) => one.name === name)?.bytes.toString() ?? '';
  const last = sections.pop();
  const manifest = JSON.parse(last?.bytes.toString() ?? '') as Manifest;
  const facts = sections.filter(({ name }) => name.startsWith('facts/'));
  for (const one of facts) {
    const { key } = JSON.parse(one.bytes.toString()) as FileFacts;
    const file = sections.find(({ name }) => name === one.name.replace('facts', 'files'));
    if (file !== undefined) file.name = `files/${key}`;
    one.name = `facts/${key}`;
  }
  const text = JSON.stringify({
    ...manifest,
    head: JSON.parse(textOf('head')) as unknown,
    tables: Object.fromEntries(
      Object.keys(manifest.tables).map((name) => [name, sumOf(textOf(`tables/${name}`))]),
    ),
    jobs: sumOf(textOf('jobs')),
    files: { ...manifest.files, sha256: digestOf(facts.map(({ bytes }) => bytes.toString()).join('')) },
  });
  return writeTar(target, async (tar) => {
    for (const { name, bytes } of sections) await writeSection(tar, name, pieceOf(bytes));
    await writeSection(tar, `manifest-${digestOf(text)}`, pieceOf(Buffer.from(text)));
    return target;
  });
}

const sumOf = (text: string): Checksum => ({ rows: text.split('\n').length - 1, sha256: digestOf(text) });

function digestOf(text: string): string {
  const digest = sha256Digest();
  digest.update(Buffer.from(text));
  return digest.hex();
}

async function* pieceOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
