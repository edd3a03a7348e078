import { expect, test } from 'vitest';
import { dialInWords, isTwilios, twilioSignature } from './twilio.ts';

/** The example of Twilio's own documentation. */
const address = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const fields = {
  Digits: '1234',
  To: '+18005551212',
  From: '+14158675309',
  Caller: '+14158675309',
  CallSid: 'CA1234567890ABCDE',
};

test('a form is signed as Twilio signs it, and nobody else’s is taken for it', () => {
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  expect(twilioSignature(address, fields, '12345')).toBe(signature);
  expect(isTwilios(signature, address, { fields, token: '12345' })).toBe(true);
  expect(isTwilios(signature, address, { fields: { ...fields, To: '+1' }, token: '12345' })).toBe(false);
  expect(isTwilios(signature, `${address}&x=1`, { fields, token: '12345' })).toBe(false);
  expect(isTwilios(undefined, address, { fields, token: '12345' })).toBe(false);
});

test('what Twilio is told to do says where to tell how it goes', () => {
  const words = dialInWords({
    number: '+61298765432',
    address: 'https://muster.example/x?a=1&b=2',
    action: 'https://muster.example/x',
  });
  expect(words).toContain('statusCallback="https://muster.example/x?a=1&amp;b=2"');
  expect(words).toContain('>+61298765432</Number>');
});
