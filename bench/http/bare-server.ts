import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The yardstick: node:http alone, parsing a JSON body and answering JSON. Nothing is checked, limited or logged. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { name: string };
    const answer = JSON.stringify({ code: 800, message: 'Done.', data: { greeting: `Hello ${body.name}` } });
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
