import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

/** The yardstick: node:http and one prepared insert, durable like any other. Nothing is checked, limited, logged or mailed. */
const CONNECTIONS = 10;
const pool = new Pool({ connectionString: process.env['BENCH_DATABASE_URL']!, max: CONNECTIONS });
await pool.query(
  `create table if not exists bare_enquiries (
     id uuid primary key, name text, email text, phone text, employees_no text, technicians_no int,
     licenses_required int, notes text, industry_id int, created_at timestamptz)`,
);

const insert = {
  name: 'insert enquiry',
  text: 'insert into bare_enquiries values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
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
    const { name, email, phone, employees_no, technicians_no, licenses_required, notes, industry_id } = form;
    const people = [employees_no, technicians_no, licenses_required];
    const values = [randomUUIDv7(), name, email, phone, ...people, notes, industry_id, new Date()];
    void pool.query({ ...insert, values }).then(() => response.writeHead(200, headers).end(answer));
  });
});

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
