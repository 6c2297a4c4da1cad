import type pg from 'pg';

/**
 * SQLSTATE codes that the coordinator reports if it loses a node during a statement: internal error and I/O error.
 * Both can have other causes, so the message is checked too.
 */
const CODES = new Set<string | undefined>(['XX000', '58030']);
const GONE =
  /^(failure on connection marked as essential|failed to COPY to shard|connection to the remote node|connection not open|no connection to the server|server closed the connection|could not (receive data from|send data to) server|SSL SYSCALL error|SSL connection has been closed)/;

/** Returns true if the error says that a node of the cluster was lost or could not be reached. */
export function isNodeGone({ code, message }: pg.DatabaseError): boolean {
  return CODES.has(code) && GONE.test(message);
}
