import { expect, test } from 'vitest';
import { ApiError } from '../api/api.ts';
import { warnWhile } from '../page/close-warning.ts';
import { createSendings } from './sendings.ts';
import type { Sending, upload } from './upload.ts';

const visit = { subject: 'visit', subject_id: 'v1' } as const;
const file = (name: string, content = 'x') => new File([content], name, { type: 'image/jpeg' });

/** A server whose answers the test gives, by the name of the file. */
function setUp() {
  const asked: string[] = [];
  const given: string[] = [];
  const answers = new Map<string, { done: () => void; fail: (error: unknown) => void }>();
  const clock: (() => void)[] = [];
  let ids = 0;
  const sendings = createSendings({
    send: ({ id, name }: Sending, options: Parameters<typeof upload>[1]) =>
      new Promise<void>((resolve, reject) => {
        asked.push(`${name} ${id}`);
        options?.onProgress?.(0.5);
        answers.set(name, { done: resolve, fail: reject });
        options?.signal?.addEventListener('abort', () => reject(new ApiError('gone')));
      }),
    giveUp: async (id) => void given.push(id),
    makeId: () => `f${(ids += 1)}`,
    wait: () => new Promise((resolve) => clock.push(resolve)),
  });
  const states = () => sendings.all().map(({ name, state }) => `${name} ${state.kind}`);
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { sendings, asked, given, answers, clock, states, settled };
}

test('three go at once, the others wait their turn, and each tells how much has arrived', async () => {
  const { sendings, answers, states, settled } = setUp();
  sendings.add(
    ['a', 'b', 'c', 'd'].map((name) => file(name)),
    visit,
  );
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
  expect(sendings.all()[0]).toMatchObject({ share: 0.5, ...visit });
  answers.get('b')!.done();
  await settled();
  expect(states()).toEqual(['a sending', 'b sent', 'c sending', 'd sending']);
  // Once a list has it, it is gone from here; what is not sent yet stays, whatever a list says.
  for (const id of ['f1', 'f2']) sendings.arrived(id);
  expect(states()).toEqual(['a sending', 'c sending', 'd sending']);
});

test('after a lost connection the same upload goes on, by itself or at once when the line is back', async () => {
  const { sendings, asked, answers, clock, states, settled } = setUp();
  sendings.add([file('a')], visit);
  answers.get('a')!.fail(new ApiError('No answer'));
  await settled();
  expect(states()).toEqual(['a lost']);
  clock.shift()!();
  await settled();
  expect(states()).toEqual(['a sending']);
  answers.get('a')!.fail(new ApiError('No answer'));
  await settled();
  sendings.goOn();
  expect(asked).toEqual(['a f1', 'a f1', 'a f1']);
  expect(sendings.isUnderWay()).toBe(true);
});

test('a refusal stays with its words, and is sent again only by a person', async () => {
  const { sendings, answers, clock, states, settled } = setUp();
  sendings.add([file('film'), file('nothing', '')], visit);
  answers.get('film')!.fail(new ApiError('The file may have 200 MB.', new Response(null, { status: 413 })));
  await settled();
  expect(sendings.all().map(({ state }) => state)).toEqual([
    { kind: 'refused', words: 'The file may have 200 MB.' },
    { kind: 'refused', words: 'This file is empty.' },
  ]);
  expect(clock).toEqual([]);
  expect(sendings.isUnderWay()).toBe(false);
  sendings.retry('f1');
  expect(states()).toEqual(['film sending', 'nothing refused']);
});

test('what is cancelled is gone, its room is given back, and the next one begins', async () => {
  const { sendings, given, states, settled } = setUp();
  sendings.add(
    ['a', 'b', 'c', 'd'].map((name) => file(name)),
    visit,
  );
  sendings.cancel('f1');
  await settled();
  expect(states()).toEqual(['b sending', 'c sending', 'd sending']);
  expect(given).toEqual(['f1']);
});

test('whoever closes the page is asked until the last file has arrived or is given up', async () => {
  const { sendings, answers, settled } = setUp();
  const page = new EventTarget();
  warnWhile(sendings.isUnderWay, sendings.subscribe, page);
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  sendings.add([file('a'), file('b')], visit);
  expect(isAsked()).toBe(true);
  answers.get('a')!.fail(new ApiError('No answer'));
  answers.get('b')!.done();
  await settled();
  // Between two tries nothing is sent, and all the same there is something to lose.
  expect(isAsked()).toBe(true);
  sendings.cancel('f1');
  expect(isAsked()).toBe(false);
});
