const LOCAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|lan|home|corp|intranet|home\.arpa)$/i;

/** Returns the address with `https:` instead of `webcal:`, which calendar programs use for subscriptions. */
export function toHttps(url: string): string {
  return url.trim().replace(/^webcals?:\/\//i, 'https://');
}

/**
 * Returns true if the service may send requests to an address that a user entered. It must be https on the default
 * port, without user name and password, and with a public host name. IP addresses and names of private networks are
 * refused. The IP address behind the host name is checked when a request is sent.
 */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  const isName = /[a-z]/i.test(hostname.split('.').at(-1) ?? '') && hostname.includes('.');
  const isBare = username === '' && password === '' && port === '';
  return protocol === 'https:' && isBare && isName && !LOCAL_NAMES.test(hostname);
}
