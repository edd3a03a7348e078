import { expect, test } from 'vitest';
import { toFailure } from './errors.ts';

/** As the validator tells of it. */
function refused(...validation: object[]): string {
  return toFailure({ validation, validationContext: 'body' }, 'id').message;
}

test('a field that nobody asked for is answered with its name, and its place', () => {
  const twice = [
    { keyword: 'boolean', instancePath: '/extra', params: {}, message: 'schema is false' },
    {
      keyword: 'additionalProperties',
      instancePath: '',
      params: { additionalProperties: ['extra'] },
      message: 'must not have additional properties',
    },
  ];
  expect(refused(...twice)).toBe('there is no field "extra" here.');
  const deep = {
    keyword: 'additionalProperties',
    instancePath: '/sites/0',
    params: { additionalProperties: ['colour', 'size'] },
    message: 'must not have additional properties',
  };
  expect(refused(deep)).toBe(
    'there is no field "sites.0.colour" here; there is no field "sites.0.size" here.',
  );
});

test('what is wrong beside it is still said', () => {
  const missing = {
    keyword: 'required',
    instancePath: '',
    params: {},
    message: 'must have required properties name',
  };
  expect(refused(missing)).toBe('body must have required properties name.');
});
