import { expect, test } from 'vitest';
import type { Member } from '../api.ts';
import { isLastOwner } from './role-words.ts';

function member(id: string, role: Member['role'], disabled_at: string | null = null): Member {
  return {
    id,
    money: 'none',
    version: 1,
    email: `${id}@example.com`,
    first_name: id,
    last_name: 'Lee',
    role,
    created_at: '2026-11-16T00:00:00Z',
    disabled_at,
    signed_out_at: null,
    technician: null,
    seen_at: null,
  };
}

test('the last owner is the only one who can sign in', () => {
  const [ann, bob] = [member('ann', 'owner'), member('bob', 'owner', '2026-11-16T00:00:00Z')];
  const cat = member('cat', 'dispatcher');
  expect(isLastOwner(ann, [ann, bob, cat])).toBe(true);
  expect(isLastOwner(ann, [ann, { ...bob, disabled_at: null }, cat])).toBe(false);
  expect(isLastOwner(bob, [ann, bob, cat])).toBe(false);
  expect(isLastOwner(cat, [ann, cat])).toBe(false);
});
