import { OperatorError } from '../../application/shared/operator-error.js';

/** Why nobody can listen there, as a sentence for whoever chose the address; other errors as they are. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  const sentence = sentences(host, port)[error.code ?? ''];
  return sentence === undefined ? error : new OperatorError(sentence, { cause: error });
}

const sentences = (host: string, port: number): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Port ${port} of ${host} is taken: stop what listens there, or set PORT to another one.`,
  EACCES: `This user may not listen on port ${port}: set PORT to one above 1023.`,
  EADDRNOTAVAIL: `${host} is no address of this machine: set HOST to one that is, or to 0.0.0.0 for all.`,
  ENOTFOUND: `${host} is no address and no name of this machine: set HOST to one, or to 0.0.0.0 for all.`,
});
