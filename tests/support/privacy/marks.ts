/** Words that each stand once, for what somebody wrote, so that they are found wherever they come to light. */
export class Marks {
  readonly #authors = new Map<string, string>();
  readonly #opened = new Set<string>();

  next(author: string): string {
    const mark = `zq${this.#authors.size}qz`;
    this.#authors.set(mark, author);
    return mark;
  }

  /** From now on its words are no secret: their author has put them where all may read them. */
  open(mark: string): void {
    this.#opened.add(mark);
  }

  /** Those that are a secret of that author so far. */
  secretsOf(author: string): ReadonlySet<string> {
    return new Set(
      [...this.#authors.keys()].filter(
        (mark) => this.#authors.get(mark) === author && !this.#opened.has(mark),
      ),
    );
  }

  /** Those in the text that are a secret of somebody else; with null, of anybody. */
  hiddenFrom(reader: string | null, text: string): string[] {
    return marksIn(text).filter((mark) => !this.#opened.has(mark) && this.#authors.get(mark) !== reader);
  }
}

export function marksIn(text: string): string[] {
  return [...new Set(text.match(/zq\d+qz/g) ?? [])];
}
