import { randomUUID } from 'node:crypto';

const STORE = '/services/subscription/api/v1/enquiries/store';

let count = 0;

/** An enquiry as the page sends it, each from another business on another network. */
export function enquiry(port: number): Buffer {
  count += 1;
  const network = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
  const body = JSON.stringify({
    name: `Blue Gum Electrical ${count}`,
    email: `office${count}@example.com`,
    phone: `0412 ${String(count % 1000).padStart(3, '0')} 678`,
    employees_no: '10-25',
    technicians_no: '8',
    licenses_required: '8',
    notes: 'We have eight vans between Newcastle and Wollongong, and would like to start in the new year.',
    industry_id: String(1 + (count % 25)),
  });
  return Buffer.from(
    `POST ${STORE} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `Idempotency-Key: ${randomUUID()}\r\nX-Forwarded-For: ${network}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
