export interface IdGenerator {
  /**
   * A new UUIDv7, branded as the place that takes it wants; ids of one process grow from call to call, so
   * creation order is id order.
   */
  next<Id extends string>(): Id;
}
