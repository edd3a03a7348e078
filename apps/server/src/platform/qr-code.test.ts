import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

/** The dots that its path blackens. */
function dotsOf({ size, path }: ReturnType<typeof qrCode>): string[] {
  const dots = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '));
  for (const [, x, y, long] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = Number(x); at < Number(x) + Number(long); at += 1) dots[Number(y)]![at] = '#';
  return dots.map((row) => row.join(''));
}

test('a code has white around it, the three corners that a reader looks for, and other dots for another address', () => {
  const of = (token: string) => dotsOf(qrCode(`https://app.example.com/i/${token}`));
  const dots = of('abcdefghijklmnopqrstuv');
  const corner = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######'];
  const at = (x: number, y: number) => dots.slice(y, y + 7).map((row) => row.slice(x, x + 7));
  const far = dots.length - 11;
  expect([at(4, 4), at(far, 4), at(4, far)]).toEqual([corner, corner, corner]);
  const edge = [
    ...dots.slice(0, 4),
    ...dots.slice(-4),
    ...dots.map((row) => row.slice(0, 4) + row.slice(-4)),
  ];
  expect(edge.join('').trim()).toBe('');
  expect(of('vutsrqponmlkjihgfedcba')).not.toEqual(dots);
});
