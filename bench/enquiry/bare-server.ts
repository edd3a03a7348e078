import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

/**
 * The yardstick: node:http and one prepared insert, durable like any other. Nothing is checked, limited, logged or mailed. With
 * BENCH_INDEXES it keeps the enquiry as the product does, so that it can be searched and sorted; without, as a heap of rows.
 */
const CONNECTIONS = 10;
const hasIndexes = process.env['BENCH_INDEXES'] === 'true';
const table = hasIndexes ? 'bare_enquiries' : 'heap_of_enquiries';
const pool = new Pool({ connectionString: process.env['BENCH_DATABASE_URL']!, max: CONNECTIONS });
await pool.query(
  `create table if not exists ${table} (like enquiries including defaults ${hasIndexes ? 'including indexes' : ''})`,
);

const insert = {
  name: 'insert enquiry',
  text: `insert into ${table} (id, reference, name, email, phone, phone_digits, employees_no, technicians_no,
                               licenses_required, notes, industry_id, state, due_at, created_at, search)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'new', $12, $12, array_to_tsvector($13::text[]))`,
};
const answer = JSON.stringify({ code: 800, message: 'Successfully Submitted.', data: null });
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(answer),
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const form = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, string>;
    const { name, email, phone = '', notes = '', industry_id } = form;
    const id = randomUUIDv7();
    const people = [form['employees_no'], form['technicians_no'], form['licenses_required']];
    const words = hasIndexes ? `${name} ${email} ${phone} ${notes}`.toLowerCase().split(/\W+/) : [''];
    const values = [
      id,
      id,
      name,
      email,
      phone,
      phone.replaceAll(' ', ''),
      ...people,
      notes,
      industry_id,
      new Date(),
    ];
    void pool
      .query({ ...insert, values: [...values, words.filter(Boolean)] })
      .then(() => response.writeHead(200, headers).end(answer));
  });
});

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
