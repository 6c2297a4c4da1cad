import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';

export const NOT_A_MEMBER = { rule: 'isMember', message: 'must be a member of the household' };

/**
 * Reads parts of untrusted JSON and collects what is wrong with them. A part that is wrong reads as the nearest
 * harmless value, so that the rest can still be looked at; a list that is too long is not read at all, which
 * bounds the work and the number of problems whatever the input.
 */
export class InputReader {
  readonly problems: Problem[] = [];

  object(value: unknown, field: string): Readonly<Record<string, unknown>> | null {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
    return this.#refuse(field, 'isObject', 'must be an object', null);
  }

  list(value: unknown, field: string, least: number, most: number): readonly unknown[] {
    if (!Array.isArray(value)) return this.#refuse(field, 'isArray', 'must be a list', []);
    if (value.length < least) return this.#refuse(field, 'arrayNotEmpty', 'must not be empty', []);
    if (value.length > most)
      return this.#refuse(field, 'arrayMaxSize', `must have at most ${most} entries`, []);
    return value as readonly unknown[];
  }

  integer(value: unknown, field: string, least: number, most: number): number {
    if (!Number.isInteger(value)) return this.#refuse(field, 'isInt', 'must be a whole number', least);
    const number = value as number;
    if (number < least) return this.#refuse(field, 'min', `must be at least ${least}`, least);
    if (number > most) return this.#refuse(field, 'max', `must be at most ${most}`, least);
    return number;
  }

  text(value: unknown, field: string, most: number): string {
    if (typeof value !== 'string') return this.#refuse(field, 'isString', 'must be text', '');
    if (value.length === 0) return this.#refuse(field, 'isNotEmpty', 'must not be empty', '');
    if (value.length > most)
      return this.#refuse(field, 'maxLength', `must have at most ${most} characters`, '');
    // Neither can be stored.
    if (!value.isWellFormed() || /\p{Cc}/u.test(value))
      return this.#refuse(field, 'safeText', 'must not contain control characters or broken surrogates', '');
    return value;
  }

  oneOf<Value extends string>(value: unknown, field: string, allowed: readonly Value[]): Value | null {
    const found = allowed.find((candidate) => candidate === value);
    return found ?? this.#refuse(field, 'isIn', `must be one of ${allowed.join(', ')}`, null);
  }

  /** Distinct ids; whose they are is asked later. */
  members(value: unknown, field: string, least: number, most: number): readonly MemberId[] {
    const members = this.list(value, field, least, most);
    if (new Set(members).size < members.length)
      this.#refuse(field, 'arrayUnique', 'must not name a member twice', null);
    members.forEach((member, place) => {
      if (typeof member !== 'string')
        this.#refuse(`${field}[${place}]`, NOT_A_MEMBER.rule, NOT_A_MEMBER.message, null);
    });
    return members as readonly MemberId[];
  }

  #refuse<Value>(field: string, rule: string, message: string, instead: Value): Value {
    this.problems.push({ field, rule, message });
    return instead;
  }
}
