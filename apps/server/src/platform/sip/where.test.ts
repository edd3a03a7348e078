import { expect, test } from 'vitest';
import { findExchange, readSipAddress } from './where.ts';

test('an address says who we are, where, and over what', () => {
  expect(readSipAddress(' sip:reception@PBX.example.com ')).toEqual({
    user: 'reception',
    domain: 'pbx.example.com',
    transport: 'udp',
    proxy: null,
  });
  expect(readSipAddress('sips:20%231@[2001:db8::1]:5071;proxy=sbc.example.com:5090')).toEqual({
    user: '20#1',
    domain: '[2001:db8::1]:5071',
    transport: 'tls',
    proxy: 'sbc.example.com:5090',
  });
  expect(readSipAddress('sip:1@x.test;Transport=TCP').transport).toBe('tcp');
});

test.each([
  '',
  'pbx.example.com',
  'sip:pbx.example.com',
  'sip:a@b c',
  'sip:a@b;transport=smoke',
  'sip:a@b;proxy=http://x',
  'sip:a@b\r\nX: 1',
  'sip:%zz@b',
  'sip:a@b:0',
  'sip:a@b:65536',
  'sip:a@b;proxy=c:99999',
  'https://a@b',
  `sip:a@${'x'.repeat(300)}`,
])('%j is none, and it is said how one is written', (text) => {
  expect(() => readSipAddress(text)).toThrow('Enter an address like sip:');
});

const networks = ['10.1.0.0/16'];
const names: Record<string, string[]> = {
  'pbx.example.com': ['8.8.8.8'],
  'a.example.com': ['10.9.9.9'],
  'b.example.com': ['10.1.0.2'],
};
const looking = { networks, resolve: async (name: string) => names[name] ?? [] };

test('without a port the name service says where, and what it must not lead to is left out', async () => {
  const asked: string[] = [];
  const listServers = async (service: string) => {
    asked.push(service);
    return [
      { name: 'b.example.com', port: 0 },
      { name: 'a.example.com', port: 5071 },
      { name: 'b.example.com', port: 5072 },
    ];
  };
  const address = readSipAddress('sip:x@pbx.example.com;transport=tls');
  expect(await findExchange(address, { ...looking, listServers })).toEqual([
    { host: 'pbx.example.com', address: '10.1.0.2', port: 5072, isSecure: true },
  ]);
  expect(asked).toEqual(['_sips._tcp.pbx.example.com']);
});

test('where the name service says nothing it is the usual port, and a port that is written is taken as it is', async () => {
  const listServers = async () => [];
  const find = (text: string) => findExchange(readSipAddress(text), { ...looking, listServers });
  const target = { host: 'pbx.example.com', address: '8.8.8.8', isSecure: false };
  expect(await find('sip:x@pbx.example.com')).toEqual([{ ...target, port: 5060 }]);
  expect(await find('sip:x@pbx.example.com;transport=tls')).toEqual([
    { ...target, isSecure: true, port: 5061 },
  ]);
  expect(await find('sip:x@elsewhere;proxy=pbx.example.com:5090')).toEqual([{ ...target, port: 5090 }]);
  await expect(find('sip:x@a.example.com')).rejects.toThrow('on a private network');
  await expect(find('sip:x@127.0.0.1:5060')).rejects.toThrow('on a private network');
  await expect(find('sip:x@nowhere.example.com')).rejects.toThrow('couldn’t find this address');
});
