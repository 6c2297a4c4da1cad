/** The runtime helper that rolldown imports for legacy decorators: applies those of a property, the last one first. */
export default function decorate(decorators, target, property) {
  for (const decorator of decorators.toReversed()) decorator(target, property);
}
