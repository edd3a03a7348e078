import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { isLoopback } from '../../../settings.ts';
import { networkOf, trustedProxies } from './client-network.ts';

const proxy = ['10.0.0.0/8', '2001:db8:aaaa::/48'];

test.each<[string, string, string | undefined, false | number | string[], string]>([
  ['an IPv4 address is its own network', '203.0.113.7', undefined, false, '203.0.113.7'],
  ['IPv4 dressed as IPv6 is the same client', '::ffff:203.0.113.7', undefined, false, '203.0.113.7'],
  ['and so it is in hexadecimal', '::ffff:cb00:7107', undefined, false, '203.0.113.7'],
  ['IPv6 counts by /64', '2001:db8:1:2:3:4:5:6', undefined, false, '2001:db8:1:2::/64'],
  ['whatever way it is written', '2001:0db8:0001:0002::1', undefined, false, '2001:db8:1:2::/64'],
  ['a short address too', 'fe80::1%eth0', undefined, false, 'fe80:0:0:0::/64'],
  ['a forged header changes nothing', '203.0.113.7', '198.51.100.1', false, '203.0.113.7'],
  ['nor through a stranger, where proxies are named', '203.0.113.7', '198.51.100.1', proxy, '203.0.113.7'],
  ['a named proxy is believed', '10.1.2.3', '198.51.100.1', proxy, '198.51.100.1'],
  ['but only about its own neighbour', '10.1.2.3', '1.1.1.1, 198.51.100.1', proxy, '198.51.100.1'],
  ['through a chain of them', '10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', proxy, '198.51.100.1'],
  ['over IPv6', '2001:db8:aaaa::5', '2001:db8:7:7::1', proxy, '2001:db8:7:7::/64'],
  ['one hop', '10.1.2.3', '1.1.1.1, 198.51.100.1', 1, '198.51.100.1'],
  ['two hops', '10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', 2, '198.51.100.1'],
  ['ports and brackets are left out', '10.1.2.3', '[2001:db8:7:7::1]:4711', proxy, '2001:db8:7:7::/64'],
  [
    'a client that the proxy does not name is one with others like it',
    '10.1.2.3',
    'unknown',
    proxy,
    'unknown',
  ],
])('%s', async (_, remoteAddress, forwardedFor, trust, network) => {
  const app = fastify({ trustProxy: trustedProxies(trust) });
  app.get('/', (request) => networkOf(request.ip));
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  expect((await app.inject({ url: '/', remoteAddress, headers })).body).toBe(network);
});

test('loopback is loopback under each of its names', () => {
  expect(['127.0.0.1', '127.8.8.8', '::1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true]);
  expect(['0.0.0.0', '::', '10.0.0.1', '127.evil.example'].map(isLoopback)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
