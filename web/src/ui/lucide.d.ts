declare module 'lucide/dist/esm/icons/*.mjs' {
  const node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  export default node;
}
