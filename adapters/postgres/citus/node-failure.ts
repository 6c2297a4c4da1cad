import type pg from 'pg';

/** Those of a defect, and of a disk: the coordinator has no other for a node that goes under a statement. */
const CODES = new Set<string | undefined>(['XX000', '58030']);
const GONE =
  /^(failure on connection marked as essential|failed to COPY to shard|connection to the remote node|connection not open|no connection to the server|server closed the connection|could not (receive data from|send data to) server|SSL SYSCALL error|SSL connection has been closed)/;

/** Whether a node of the cluster went, or could not be reached. */
export function isNodeGone({ code, message }: pg.DatabaseError): boolean {
  return CODES.has(code) && GONE.test(message);
}
