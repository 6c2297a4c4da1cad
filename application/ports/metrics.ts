/** What only the use cases can tell about their work; calls of ports are counted around the ports. Never throws. */
export interface Metrics {
  /** Something changed that the calendar shows already: a call to its provider was not needed. */
  calendarCallSaved(): void;
}
