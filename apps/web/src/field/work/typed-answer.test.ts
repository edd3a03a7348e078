import { expect, test } from 'vitest';
import { createAnswer } from './typed-answer.ts';

/** A phone whose storage answers when the test says so. */
function setUp(begun?: string) {
  const saved: string[] = [];
  const answers: ((isKept: boolean) => void)[] = [];
  let cleared = 0;
  const answer = createAnswer(begun);
  const save = (text: string) =>
    new Promise<boolean>((resolve) => {
      saved.push(text);
      answers.push(resolve);
    });
  return {
    saved,
    type: answer.type,
    keep: (kept = '') => void answer.keep(kept, save, () => (cleared += 1)),
    answered: async (isKept = true) => {
      answers.shift()!(isKept);
      await new Promise((resolve) => setTimeout(resolve));
    },
    cleared: () => cleared,
  };
}

test('leaving the field and the app at the same moment saves once', async () => {
  const { saved, type, keep, answered, cleared } = setUp();
  type('4.5');
  keep();
  keep();
  await answered();
  keep();
  expect(saved).toEqual(['4.5']);
  expect(cleared()).toBe(1);
});

test('what is typed while a save is awaited stays, until it is saved too', async () => {
  const { saved, type, keep, answered, cleared } = setUp('4');
  keep();
  type('4.5');
  await answered();
  expect(saved).toEqual(['4']);
  expect(cleared()).toBe(0);
  keep('4');
  await answered();
  expect(saved).toEqual(['4', '4.5']);
  expect(cleared()).toBe(1);
});

test('whoever types the former answer again and goes on meanwhile gets it', async () => {
  const { saved, type, keep, answered, cleared } = setUp();
  type('new');
  keep('old');
  type('old');
  keep('old');
  await answered();
  await answered();
  expect(saved).toEqual(['new', 'old']);
  expect(cleared()).toBe(1);
});

test('what could not be kept is tried again when it is left again; what is kept already is not saved', async () => {
  const { saved, type, keep, answered, cleared } = setUp();
  type('4');
  keep();
  await answered(false);
  expect(cleared()).toBe(0);
  keep();
  await answered();
  expect(saved).toEqual(['4', '4']);
  type('4');
  keep('4');
  expect(saved).toHaveLength(2);
  expect(cleared()).toBe(2);
});
