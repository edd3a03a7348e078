import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { captionsProblem, readCaptions, shownTime, typedTime, writeCaptions } from './captions.ts';

test('of a file of captions, times and plain words are kept, and nothing else ever comes out again', () => {
  const read = readCaptions(
    [
      '\uFEFFWEBVTT - a title',
      'STYLE',
      '::cue { background: url(https://elsewhere.example/) }',
      '',
      'NOTE nobody reads this',
      '',
      '2',
      '00:01:02.500 --> 00:01:04.000 position:90% line:0',
      '<v Dave><b>Turn</b> the <img src=x onerror=alert(1)>valve &amp; wait',
      'until it&nbsp;stops',
      '',
      '00:01.000 --> 00:02.000',
      'First',
    ].join('\r\n'),
  );
  expect(read).toEqual({
    captions: [
      { from: 1_000, to: 2_000, text: 'First' },
      { from: 62_500, to: 64_000, text: 'Turn the valve & wait\nuntil it stops' },
    ],
  });
  const [first, second] = 'captions' in read ? read.captions : [];
  expect(writeCaptions([first!, second!])).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst\n\n00:01:02.500 --> 00:01:04.000\nTurn the valve &amp; wait\nuntil it stops\n',
  );
});

test.each([
  ['', 'begins with WEBVTT'],
  ['WEBVTTX', 'begins with WEBVTT'],
  ['1\n00:00:01,000 --> 00:00:02,000\nSubRip', 'begins with WEBVTT'],
  ['WEBVTT\n\n1:2 --> 3:4\nx', 'The times on line 3'],
  ['WEBVTT\n\n00:05.000 --> 00:04.000\nx', 'ends before it starts'],
  ['WEBVTT\n\nNOTE nothing', 'no captions'],
  [`WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(301)}`, 'longer than 300'],
])('what can’t be read says why (%#)', (file, words) => {
  const read = readCaptions(file);
  expect('problem' in read ? read.problem : '').toContain(words);
});

test('whatever is in captions, they come back as they were kept, and no text becomes a time or a mark', () => {
  const caption = fc.record({
    from: fc.integer({ min: 0, max: 3_599_999 }),
    lasts: fc.integer({ min: 1, max: 60_000 }),
    text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  });
  fc.assert(
    fc.property(fc.array(caption, { minLength: 1, maxLength: 8 }), (given) => {
      const captions = given.map(({ from, lasts, text }) => ({
        from,
        to: from + lasts,
        text: `${text}-->\n\n<b>`,
      }));
      if (captionsProblem(captions) !== undefined) return;
      const file = writeCaptions(captions);
      const blocks = file.trimEnd().split('\n\n').slice(1);
      expect(blocks).toHaveLength(captions.length);
      for (const block of blocks) {
        const [times, ...words] = block.split('\n');
        expect(times).toMatch(/^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}$/);
        expect(words.join('\n')).not.toMatch(/[<>]/);
      }
    }),
  );
});

test('times are typed as people say them', () => {
  for (const [typed, at] of [
    ['62', 62_000],
    ['1:02', 62_000],
    ['1:02.5', 62_500],
    ['1:00:00', 3_600_000],
    ['0:05,25', 5_250],
  ] as const)
    expect(typedTime(typed)).toBe(at);
  for (const typed of ['', 'x', '1:60', '1:60:00', '-1']) expect(typedTime(typed)).toBeUndefined();
  for (const at of [0, 62_500, 3_600_000, 61_001]) expect(typedTime(shownTime(at))).toBe(at);
});
