import { expect, test } from 'vitest';
import { findTarget } from './post.ts';

const names: Record<string, string[]> = {
  'public.example': ['93.184.215.14'],
  'both.example': ['10.0.0.1', '93.184.215.14'],
  'inside.example': ['192.168.1.10', 'fd00::1'],
  'six.example': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
};
const resolve = async (name: string) => names[name] ?? [];

test.each([
  ['https://public.example/hook', '93.184.215.14'],
  ['https://both.example', '93.184.215.14'],
  ['https://six.example', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  ['https://8.8.8.8:8443', '8.8.8.8'],
  ['https://[2606:4700:4700::1111]', '2606:4700:4700::1111'],
])('%s is at %s', async (url, address) => {
  expect((await findTarget(url, { networks: [], resolve })).address).toBe(address);
});

test.each([
  'https://127.0.0.1',
  'https://127.1',
  'https://2130706433',
  'https://0x7f.1',
  'https://0.0.0.0',
  'https://10.1.2.3',
  'https://172.31.0.1',
  'https://192.168.0.1',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1',
  'https://198.18.0.1',
  'https://224.0.0.1',
  'https://255.255.255.255',
  'https://[::]',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:8.8.8.8]',
  'https://[::7f00:1]',
  'https://[64:ff9b::7f00:1]',
  'https://[fe80::1]',
  'https://[fd00::1]',
  'https://[ff02::1]',
  'https://[2002:7f00:1::]',
  'https://[2001::1]',
  'https://[2001:db8::1]',
  'https://inside.example',
])('%s leads into a private network', async (url) => {
  await expect(findTarget(url, { networks: [], resolve })).rejects.toThrow('private network');
});

test.each([
  ['http://public.example', 'https://'],
  ['ftp://public.example', 'https://'],
  ['nonsense', 'https://'],
  ['https://me:secret@public.example', 'password or #'],
  ['https://public.example/#part', 'password or #'],
  ['https://unknown.example', 'couldn’t find'],
])('%s is refused: %s', async (url, words) => {
  await expect(findTarget(url, { networks: [], resolve })).rejects.toThrow(words);
});

test('the operator may name networks of their own, and http into them', async () => {
  const networks = ['192.168.1.0/24', '::1'];
  expect((await findTarget('http://inside.example', { networks, resolve })).address).toBe('192.168.1.10');
  expect((await findTarget('http://[::1]:8080', { networks, resolve })).address).toBe('::1');
  await expect(findTarget('http://192.168.2.1', { networks, resolve })).rejects.toThrow('private network');
});
