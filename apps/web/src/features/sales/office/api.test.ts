import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { enquiryQuery } from './api.ts';
import type { Enquiry } from './api.ts';

const at = (version: number, name = 'Wattle Creek') => ({ version, name }) as Enquiry;

test('an answer that comes late does not replace what is known since', async () => {
  const client = new QueryClient();
  const query = enquiryQuery('an-id');
  const read = (enquiry: Enquiry) =>
    client.fetchQuery({ ...query, queryFn: async () => enquiry, staleTime: 0 });
  await read(at(3));
  // The answer to one's own change, after the stream has told of a later one.
  client.setQueryData(query.queryKey, at(2));
  expect(client.getQueryData(query.queryKey)).toEqual(at(3));
  // What was asked for before one's own change, and answered after it.
  client.setQueryData(query.queryKey, at(4));
  await read(at(3));
  expect(client.getQueryData(query.queryKey)).toEqual(at(4));
  // The same version may have come to be overdue.
  await read(at(4, 'Wattle Creek Electrical'));
  expect(client.getQueryData(query.queryKey)).toEqual(at(4, 'Wattle Creek Electrical'));
});
