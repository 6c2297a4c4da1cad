import { Type, type TSchema } from 'typebox';

export const uuid = () => Type.String({ format: 'uuid' });
export const instant = () => Type.String({ format: 'date-time' });
export const date = () => Type.String({ format: 'date' });
export const time = () => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const oneOf = <V extends string>(values: readonly V[]) =>
  Type.Unsafe<V>({ type: 'string', enum: [...values] });

export function presentInstant(at: number): string;
export function presentInstant(at: number | null): string | null;
export function presentInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
