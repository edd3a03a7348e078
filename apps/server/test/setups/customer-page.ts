import type { App } from '../../src/platform/deps.ts';
import { at, type Work } from './work.ts';

interface Sent {
  status: number;
  body: string;
  location: string | undefined;
}

/** The page of a visit, as somebody has it who was given the link and has no script. */
export async function customerPageOf(work: Work, visit: string, app: App = work.app) {
  const { data } = await work.owner.post(`/visits/${visit}/page/link`);
  const path = new URL((data as { address: string }).address).pathname;

  async function read(at = '', headers: Record<string, string> = {}): Promise<Sent> {
    const { statusCode: status, body, headers: got } = await app.inject({ url: `${path}${at}`, headers });
    return { status, body, location: got.location };
  }

  /** The token of a form, as it stands in the page. */
  function tokenIn(html: string, form: string): string | undefined {
    const found = new RegExp(
      `action="${path}/${form}"[^>]*><input type="hidden" name="form" value="([^"]+)"`,
    ).exec(html);
    return found?.[1];
  }

  async function post(
    form: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Sent> {
    const answer = await app.inject({
      method: 'POST',
      url: `${path}/${form}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: answer.statusCode, body: answer.body, location: answer.headers.location };
  }

  return {
    path,
    read,
    post,
    tokenIn,
    /** Opens the page and sends one of its forms. */
    async send(form: string, fields: Record<string, string> = {}): Promise<Sent> {
      const { body } = await read(form === 'time' ? '/time' : '');
      return post(form, { form: tokenIn(body, form) ?? '', ...fields });
    },
    async sendPhoto(fields: Record<string, string>, photo: Buffer): Promise<Sent> {
      const form = new FormData();
      const token = tokenIn((await read()).body, 'note');
      for (const [name, value] of Object.entries({ form: token ?? '', ...fields })) form.append(name, value);
      form.append('photo', new Blob([new Uint8Array(photo)]), 'IMG_1.jpg');
      const encoded = new Response(form);
      const answer = await app.inject({
        method: 'POST',
        url: `${path}/note`,
        headers: { 'content-type': encoded.headers.get('content-type')! },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
      return { status: answer.statusCode, body: answer.body, location: answer.headers.location };
    },
  };
}

/** A visit that is dispatched to somebody, as most pages are of. */
export async function dispatchedVisit(work: Work, time: `${number}:${number}` = '09:30') {
  const technician = await work.addTechnician();
  const visit = await work.addVisit();
  const booked = await work.schedule(visit.id, [technician.id], at(time));
  if (booked.status !== 200) throw new Error(`not booked: ${booked.message}`);
  await work.owner.post(`/visits/${visit.id}/dispatch`);
  return { visit: visit.id, job: visit.job_id, technician };
}
