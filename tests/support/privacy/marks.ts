/**
 * Unique words for the texts of a history. Each stands for one text, so it can be found wherever the text
 * appears.
 */
export class Marks {
  readonly #authors = new Map<string, string>();
  readonly #opened = new Set<string>();

  next(author: string): string {
    const mark = `zq${this.#authors.size}qz`;
    this.#authors.set(mark, author);
    return mark;
  }

  /** Records that the author has shared the text, so it is no secret any more. */
  open(mark: string): void {
    this.#opened.add(mark);
  }

  /** Returns the marks of texts of this author that are still secret. */
  secretsOf(author: string): ReadonlySet<string> {
    return new Set(
      [...this.#authors.keys()].filter(
        (mark) => this.#authors.get(mark) === author && !this.#opened.has(mark),
      ),
    );
  }

  /**
   * Returns the marks in a text that are a secret of another author. With null, returns those that are a
   * secret of anybody.
   */
  hiddenFrom(reader: string | null, text: string): string[] {
    return marksIn(text).filter((mark) => !this.#opened.has(mark) && this.#authors.get(mark) !== reader);
  }
}

export function marksIn(text: string): string[] {
  return [...new Set(text.match(/zq\d+qz/g) ?? [])];
}
