import { expect, test } from 'vitest';
import { mailboxOf } from './mailer.ts';

test.each([
  ['Olivia@Example.com', 'olivia@example.com'],
  ['olivia+1@example.com', 'olivia@example.com'],
  ['o.livia+1+2@gmail.com', 'olivia@gmail.com'],
  ['o.livia@googlemail.com', 'olivia@gmail.com'],
  ['o.livia@example.com', 'o.livia@example.com'],
  ['+1@example.com', '+1@example.com'],
  ['olivia@BÜCHER.example', 'olivia@xn--bcher-kva.example'],
  ['ｏlivia@example.com', 'olivia@example.com'],
])('mails to %s end up in the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
