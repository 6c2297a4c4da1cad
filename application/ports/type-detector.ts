/** Knows files by their first bytes. */
export interface TypeDetector {
  /** The media type that these bytes begin; null when they are none that it knows. */
  detect(head: Uint8Array): Promise<string | null>;
}
