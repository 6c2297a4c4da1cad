import { BlockList, isIP } from 'node:net';

/** Ranges that are not part of the public IPv4 internet (IANA special-purpose registry, RFC 6890, and multicast). */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * Ranges within 2000::/3, the only public part of IPv6, that are not public: protocol assignments with Teredo,
 * documentation, 6to4.
 */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns true if the IP address belongs to the public internet: not to this machine, its network or a special
 * purpose. An IPv6 address that stands for an IPv4 address (mapped, or translated by NAT64, RFC 6052) is checked as
 * that IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6: {
      const ipv4 = embeddedIpv4(address);
      if (ipv4 !== null) return isPublicAddress(ipv4);
      return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
    }
    default:
      return false;
  }
}

function embeddedIpv4(address: string): string | null {
  // The URL parser gives all spellings of an IPv6 address the same form. It rejects addresses with a zone (RFC 4007).
  if (!URL.canParse(`http://[${address}]`)) return null;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const groups = /^(?:::ffff|64:ff9b:):(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(canonical);
  if (groups === null) return null;
  const [high, low] = [groups[1] ?? '0', groups[2] ?? '0'].map((group) => parseInt(group, 16)) as [
    number,
    number,
  ];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
