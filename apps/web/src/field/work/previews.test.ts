import { expect, test } from 'vitest';
import { createPreviews } from './previews.ts';

function setUp() {
  const held = new Set<string>();
  const later: (() => void)[] = [];
  let made = 0;
  const previews = createPreviews({
    make: () => {
      const url = `blob:${(made += 1)}`;
      held.add(url);
      return url;
    },
    release: (url) => void held.delete(url),
    later: (work) => void later.push(work),
  });
  const pass = () => {
    for (const work of later.splice(0)) work();
  };
  return { ...previews, held, pass };
}

const content = new Blob(['x']);

test('a picture is made once, stays when it has been sent, and is released when the last place that shows it is gone', () => {
  const { previewOf, show, held, pass } = setUp();
  expect(previewOf('a')).toBeUndefined();
  expect(previewOf('a', content)).toBe('blob:1');
  const ends = [show('a'), show('a')];
  expect(previewOf('a')).toBe('blob:1');
  ends[0]!();
  pass();
  expect([...held]).toEqual(['blob:1']);
  ends[1]!();
  pass();
  expect(held.size).toBe(0);
  expect(previewOf('a')).toBeUndefined();
  // While it waits on the phone, it can be shown again.
  expect(previewOf('a', content)).toBe('blob:2');
});

test('of a file that was sent and emptied there is no picture here, but for one that is shown already', () => {
  const { previewOf } = setUp();
  expect(previewOf('a', new Blob())).toBeUndefined();
  previewOf('a', content);
  expect(previewOf('a', new Blob())).toBe('blob:1');
});

test('a picture that moves from one place to another is not taken away between', () => {
  const { previewOf, show, held, pass } = setUp();
  previewOf('a', content);
  const end = show('a');
  end();
  show('a');
  pass();
  expect([...held]).toEqual(['blob:1']);
});
