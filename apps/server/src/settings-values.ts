import { isIP } from 'node:net';

// How a value is read. Each throws an Error whose message completes the sentence "NAME must be …".

export function text(raw: string): string {
  return raw;
}

export function optional<T>(parse: (raw: string) => T) {
  return (raw: string): T | undefined => (raw === '' ? undefined : parse(raw));
}

export function port(raw: string): number {
  if (!/^[1-9]\d{0,4}$/.test(raw) || Number(raw) > 65_535) throw new Error('a port number from 1 to 65535');
  return Number(raw);
}

export function number(least: number, most: number) {
  return (raw: string): number => {
    if (!/^\d{1,6}$/.test(raw) || Number(raw) < least || Number(raw) > most)
      throw new Error(`a number from ${least} to ${most}`);
    return Number(raw);
  };
}

export function url(...protocols: string[]) {
  return (raw: string): string => {
    if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) {
      throw new Error(
        `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      );
    }
    return raw.replace(/\/+$/, '');
  };
}

/** An address that a path can be appended to. */
export function site(raw: string): string {
  const address = url('http:', 'https:')(raw);
  if (/[?#]/.test(address)) throw new Error('an address without ? and #');
  return address;
}

/** A browser refuses to ask an address that holds a password. */
export function mapStyle(raw: string): string {
  const address = url('http:', 'https:')(raw);
  const { username, password } = new URL(address);
  if (username || password) throw new Error('an address without a name and password before its host');
  return address;
}

/** Paths are put behind its path, and more behind its query. */
export function routing(raw: string): string {
  const address = url('http:', 'https:')(raw);
  const { username, password, hash } = new URL(address);
  if (username || password || hash) throw new Error('an address without a name and password, and without #');
  return address;
}

/** The key and the bucket are in the address. */
export function bucket(raw: string): string {
  const address = url('http:', 'https:')(raw);
  const { username, password, pathname, hash } = new URL(address);
  if (!username || !password || pathname.length < 2 || hash)
    throw new Error('an address such as https://KEY:SECRET@host/bucket');
  return address;
}

export function mailbox(raw: string): string {
  if (!/^([^\s<>@]+@[^\s<>@]+|[^<>@]*<[^\s<>@]+@[^\s<>@]+>)$/.test(raw))
    throw new Error('a mail address, or a name followed by one in <brackets>');
  return raw;
}

export function phone(raw: string): string {
  if (!/^\+?[\d ()-]{5,25}$/.test(raw)) throw new Error('a phone number, like 1300 123 456');
  return raw;
}

export function trustProxy(raw: string): false | number | string[] {
  if (raw === 'false') return false;
  if (/^[1-9]\d?$/.test(raw)) return Number(raw);
  const networks = raw.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  throw new Error('`false`, a number of hops from 1 to 99, or addresses and networks separated by commas');
}

export function networks(raw: string): string[] {
  const found = raw === '' ? [] : raw.split(',').map((part) => part.trim());
  if (found.every(isNetwork)) return found;
  throw new Error('addresses and networks separated by commas');
}

export function oneOf<const T extends string>(...allowed: T[]) {
  return (raw: string): T => {
    const found = allowed.find((value) => value === raw);
    if (!found) throw new Error(`one of ${allowed.join(', ')}`);
    return found;
  };
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
}
