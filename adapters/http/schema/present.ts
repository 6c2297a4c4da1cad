import { toIsoText, type Instant } from '../../../domain/shared/zone.js';
import { listProperties, type OutputClass } from '../../validation/compose.js';

/** An instant as answers write it: ISO 8601 in UTC, with milliseconds. */
export type InstantText = string & { readonly __instant: true };

export function presentInstant(at: Instant): InstantText;
export function presentInstant(at: Instant | null): InstantText | null;
export function presentInstant(at: Instant | null): InstantText | null {
  return at === null ? null : (toIsoText(at) as InstantText);
}

/** What a field of an answer is made of: the same, but for instants, which the domain counts in milliseconds. */
type Source<Value> = Value extends InstantText
  ? Instant
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Element)[]
      ? readonly Source<Element>[]
      : Value extends object
        ? { readonly [Name in keyof Value]: Source<Value[Name]> }
        : Value;

/** The fields that the class of an answer names, and no others, from where they have the same names. */
export function presentFields<Dto extends object>(type: OutputClass<Dto>, source: Source<Dto>): Dto {
  const values = source as Readonly<Record<string, unknown>>;
  const shown: Record<string, unknown> = {};
  for (const [name, { schema, type: inner }] of listProperties(type.prototype as object)) {
    const value = values[name];
    if (value === undefined) continue;
    if (schema?.['format'] === 'date-time') shown[name] = presentInstant(value as Instant | null);
    else if (inner === undefined || value === null) shown[name] = value;
    else if (Array.isArray(value))
      shown[name] = value.map((element: object) => presentFields(inner, element));
    else shown[name] = presentFields(inner, value);
  }
  return shown as Dto;
}
