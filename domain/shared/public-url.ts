const LOCAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|lan|home|corp|intranet|home\.arpa)$/i;

/**
 * Whether the service may call an address that somebody gives: https on its own port, at a public name. An address of a
 * machine, or a name of somebody's own network, is none; whither the name leads is looked at when it is called.
 */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  const isName = /[a-z]/i.test(hostname.split('.').at(-1) ?? '') && hostname.includes('.');
  const isBare = username === '' && password === '' && port === '';
  return protocol === 'https:' && isBare && isName && !LOCAL_NAMES.test(hostname);
}
