export interface IdGenerator {
  /**
   * A new UUIDv7, branded as the place that takes it wants; ids of one process grow from call to call, so
   * creation order is id order.
   */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the brand is chosen by the caller
  next<Id extends string>(): Id;
}
