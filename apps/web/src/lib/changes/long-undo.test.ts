import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followUndo } from './long-undo.ts';

const id = '0193e5a0-0000-7000-8000-000000000001';
const failed = { id, undoes: 7, state: 'failed', done: 0, total: 2, result: null, refusal: null };

let said: () => Response;
let looks: number;

beforeEach(() => {
  looks = 0;
  vi.stubGlobal('fetch', async () => {
    looks += 1;
    return said();
  });
  // Outside of a page there is nothing that an address could belong to.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(address: string, init: RequestInit) {
        super(new URL(address, 'http://here'), init);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const answered = (state: string) => () =>
  Response.json({ code: 800, message: 'OK', data: { ...failed, state } });

test('those who ask for the same undo follow it together; who asks after it failed sees how it ended the next time', async () => {
  said = answered('failed');
  const [one, other] = await Promise.all([followUndo(id), followUndo(id)]);
  expect(looks).toBe(1);
  expect(one).toBe(other);
  expect(one.state).toBe('failed');
  said = answered('done');
  expect((await followUndo(id)).state).toBe('done');
});

test.each([401, 404])(
  'whose undo can’t be seen (%i) hears that at once, and can look again later',
  async (status) => {
    said = () => Response.json({ code: status, message: 'No.' }, { status });
    await expect(followUndo(id)).rejects.toMatchObject({ status });
    said = answered('done');
    expect((await followUndo(id)).state).toBe('done');
  },
);
