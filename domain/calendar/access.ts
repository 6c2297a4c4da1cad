/** The roles with which events may be made, changed and deleted, those that others made private included. */
export function isWritable(accessRole: string): boolean {
  return accessRole === 'owner' || accessRole === 'writer';
}
