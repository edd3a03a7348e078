import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import smpp, { type Pdu, type Session } from 'smpp';

/** A message as an SMS service has got it. */
export interface Submitted {
  readonly destination_addr: string;
  readonly source_addr: string;
  readonly source_addr_ton: number;
  readonly data_coding: number;
  readonly esm_class: number;
  readonly registered_delivery: number;
  readonly validity_period: unknown;
  /** Without its header. */
  readonly text: string;
  readonly session: Session;
}

type Answer =
  /** Takes it under this id. */
  | { readonly id: string }
  | { readonly status: number }
  /** Takes it and says nothing. */
  | 'silence'
  /** Takes it and hangs up without a word. */
  | 'cut';

export interface Smsc {
  readonly port: number;
  readonly submitted: Submitted[];
  readonly binds: Pdu[];
  readonly sessions: readonly Session[];
  /** Says something to whoever is signed in, and resolves with the status that it is answered with. */
  deliver(fields: Record<string, unknown>): Promise<number>;
  close(): Promise<void>;
}

interface Options {
  readonly answer?: (message: Submitted, count: number) => Answer | Promise<Answer>;
  readonly password?: string;
  readonly tls?: TlsOptions;
  readonly port?: number;
}

/** An SMS service as the library's own server makes one, which misbehaves on order. */
export async function smsc({
  answer = (_message, count) => ({ id: String(count) }),
  password = 'secret',
  tls = {},
  port = 0,
}: Options = {}): Promise<Smsc> {
  const submitted: Submitted[] = [];
  const binds: Pdu[] = [];
  const sessions: Session[] = [];
  const server = smpp.createServer(tls, (session) => {
    session.on('error', () => session.destroy());
    session.on('close', () => {
      const at = sessions.indexOf(session);
      if (at >= 0) sessions.splice(at, 1);
    });
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
    session.on('unbind', (pdu: Pdu) => {
      session.send(pdu.response());
      session.destroy();
    });
    session.on('bind_transceiver', (pdu: Pdu) => {
      binds.push(pdu);
      const isRight = pdu['password'] === password;
      session.send(pdu.response({ command_status: isRight ? 0 : smpp.errors['ESME_RINVPASWD'] }));
      if (isRight) sessions.push(session);
    });
    session.on('submit_sm', (pdu: Pdu) => void take(session, pdu));
  });

  async function take(session: Session, pdu: Pdu): Promise<void> {
    const { message } = pdu['short_message'] as { message: string };
    const beside = pdu['message_payload'];
    const text = Buffer.isBuffer(beside) ? beside.toString('latin1') : message;
    const got = { ...(pdu as unknown as Submitted), text, session };
    submitted.push(got);
    const said = await answer(got, submitted.length);
    if (said === 'cut') session.destroy();
    else if (said !== 'silence')
      session.send(
        'id' in said ? pdu.response({ message_id: said.id }) : pdu.response({ command_status: said.status }),
      );
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    submitted,
    binds,
    sessions,
    deliver(fields) {
      const { promise, resolve } = Promise.withResolvers<number>();
      const [session] = sessions;
      if (!session) throw new Error('Nobody is signed in.');
      session.deliver_sm(fields, ({ command_status }) => resolve(command_status));
      return promise;
    },
    async close() {
      for (const session of sessions.slice()) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A receipt as most services write one. */
export function receiptOf(id: string, from: string, { stat = 'DELIVRD', text = '' } = {}) {
  return {
    esm_class: 4,
    source_addr: from.replace('+', ''),
    source_addr_ton: 1,
    data_coding: 0,
    short_message: Buffer.from(
      `id:${id} sub:001 dlvrd:001 submit date:2611190900 done date:2611190901 stat:${stat} err:000 text:${text}`,
    ),
  };
}
