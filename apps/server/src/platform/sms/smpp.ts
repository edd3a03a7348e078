import { readOctets, readReceipt, type PartOf } from '@muster/domain/basics/texts/receipts';
import { gsmOctets } from '@muster/domain/basics/texts/gsm';
import { canBeAnswered } from '@muster/domain/basics/texts/rules';
import smpp, { type Pdu } from 'smpp';
import { NoLine, openSocket, type Target, wordsFor } from '../socket.ts';
import type { HandedOver, Hear, Line, Outgoing, Told } from './line.ts';

// The library reads the ASCII of answers as another alphabet, and a half header as a text: octets are read by us.
for (const { params } of [smpp.commands.deliver_sm, smpp.commands.data_sm])
  delete params['short_message']?.filter;
delete smpp.tlvs.message_payload.filter;

export interface SmppLogin {
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
}

/** How patient we are, in milliseconds; tests are less so. */
export interface SmppPatience {
  readonly answerMs: number;
  readonly enquireMs: number;
}

const usualPatience: SmppPatience = { answerMs: 20_000, enquireMs: 30_000 };
/** Services allow ten under way, unless something else was agreed. */
const WINDOW = 10;
const GOODBYE_MS = 2_000;
const VERSION = 0x34;
const UDH = 0x40;

/** Opens a line and signs in. Throws why not, in words. */
export async function openSmpp(
  target: Target,
  login: SmppLogin,
  hear: Hear,
  patience: SmppPatience = usualPatience,
): Promise<Line> {
  const socket = await openSocket(target, patience.answerMs);
  const session = new smpp.Session({ socket });
  const { promise: ended, resolve: end } = Promise.withResolvers<string | null>();
  /** What is under way, by how it ends where nobody answers. */
  const open = new Set<(error: string) => void>();
  let [isOver, isLeaving] = [false, false];

  function over(why: string | null): void {
    if (isOver) return;
    isOver = true;
    clearInterval(beat);
    session.destroy();
    for (const lost of open) lost(why ?? 'We closed the connection before it answered.');
    end(isLeaving ? null : why);
  }

  session.on('error', (error: unknown) => over(wordsFor(error)));
  session.on('close', () => over('The service closed the connection.'));
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response());
    over('The service ended the session.');
  });
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  for (const command of ['deliver_sm', 'data_sm'])
    session.on(command, (pdu: Pdu) => {
      void answer(pdu);
    });
  const beat = setInterval(() => void enquire(), patience.enquireMs).unref();

  async function enquire(): Promise<void> {
    const { error } = await ask((answered) => session.enquire_link({}, answered));
    if (error !== undefined) over(error);
  }

  /** The service repeats what we could not keep, and nothing that we have. */
  async function answer(pdu: Pdu): Promise<void> {
    let status = 0;
    try {
      const told = toldIn(pdu);
      if (told) await hear({ name: null, told });
    } catch {
      status = smpp.errors['ESME_RX_T_APPN']!;
    }
    session.send(pdu.response({ command_status: status }));
  }

  /** Its answer, or why there is none. */
  function ask(
    send: (answered: (pdu: Pdu) => void) => boolean,
  ): Promise<{ pdu: Pdu; error?: never } | { error: string; isSent: boolean }> {
    const { promise, resolve } = Promise.withResolvers<
      { pdu: Pdu; error?: never } | { error: string; isSent: boolean }
    >();
    if (isOver) return Promise.resolve({ error: 'The connection is closed.', isSent: false });
    const lost = (error: string) => settle(() => resolve({ error, isSent: true }));
    const timer = setTimeout(() => lost('It didn’t answer in time.'), patience.answerMs).unref();
    function settle(how: () => void): void {
      clearTimeout(timer);
      open.delete(lost);
      how();
    }
    open.add(lost);
    const isSent = send((pdu) => settle(() => resolve({ pdu })));
    if (!isSent) settle(() => resolve({ error: 'The connection is closed.', isSent: false }));
    return promise;
  }

  const bound = await ask((answered) =>
    session.bind_transceiver(
      {
        system_id: login.systemId,
        password: login.password,
        system_type: login.systemType,
        interface_version: VERSION,
      },
      answered,
    ),
  );
  const refusal = bound.error ?? refusalOf(bound.pdu.command_status);
  if (refusal !== undefined) {
    over(null);
    throw new NoLine(refusal);
  }

  return {
    atOnce: WINDOW,
    ended,
    async submit(message) {
      const asked = await ask((answered) => session.submit_sm(fieldsOf(message), answered));
      if (asked.error !== undefined)
        return { became: asked.isSent ? 'unknown' : 'not sent', error: asked.error };
      return becameOf(asked.pdu);
    },
    async close() {
      isLeaving = true;
      if (!isOver) {
        const goodbye = ask((answered) => session.unbind({}, answered));
        await Promise.race([goodbye, new Promise((done) => setTimeout(done, GOODBYE_MS).unref())]);
      }
      over(null);
      await ended;
    },
  };
}

const digits = (number: string) => number.replace(/^\+/, '');
/** A short number is nobody's in the world. */
const SHORTEST_NUMBER = 8;

/** The kind of a sender's number, as networks want to know it. */
function senderFields(sender: string): object {
  if (sender === '') return {};
  if (!canBeAnswered(sender)) return { source_addr_ton: 5, source_addr_npi: 0, source_addr: sender };
  const number = digits(sender);
  const [ton, npi] = number.length < SHORTEST_NUMBER ? [3, 0] : [1, 1];
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr: number };
}

/** Longer ones go beside the message, in a field without a limit. */
const MOST_OCTETS = 254;

function fieldsOf({ sender, number, body, encoding, part, goodForSeconds }: Outgoing) {
  const words = encoding === 'GSM-7' ? Buffer.from(gsmOctets(body)) : Buffer.from(body, 'utf16le').swap16();
  const content = part ? Buffer.concat([headerOf(part), words]) : words;
  return {
    ...senderFields(sender),
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: digits(number),
    esm_class: part ? UDH : 0,
    data_coding: encoding === 'GSM-7' ? 0 : 8,
    registered_delivery: 1,
    validity_period: goodForSeconds === null ? '' : relativeTime(goodForSeconds),
    ...(content.length > MOST_OCTETS
      ? { short_message: Buffer.alloc(0), message_payload: content }
      : { short_message: content }),
  };
}

function headerOf({ whole, total, number }: PartOf): Buffer {
  return Buffer.from([5, 0, 3, Number(whole) & 0xff, total, number]);
}

/** As SMPP writes a length of time: two figures each for years, months, days, hours, minutes and seconds. */
function relativeTime(seconds: number): string {
  const whole = Math.max(60, Math.floor(seconds));
  const parts = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600) % 24,
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  return `0000${parts.map((part) => String(Math.min(part, 99)).padStart(2, '0')).join('')}000R`;
}

const throttles = new Set(['ESME_RTHROTTLED', 'ESME_RMSGQFUL'].map((name) => smpp.errors[name]));
/** It was not able to take it just now, which is nothing against the message. */
const passing = new Set(['ESME_RSYSERR', 'ESME_RX_T_APPN'].map((name) => smpp.errors[name]));

function becameOf({ command, command_status, message_id }: Pdu): HandedOver {
  const id = typeof message_id === 'string' ? message_id : '';
  if (command === 'submit_sm_resp' && command_status === 0) return { became: 'accepted', reference: id };
  if (throttles.has(command_status))
    return { became: 'throttled', error: 'The service takes no more texts for now.' };
  // Whether it has kept the message all the same is not said.
  if (passing.has(command_status))
    return { became: 'unknown', error: `It answered with a fault of its own (${nameOf(command_status)}).` };
  return { became: 'refused', error: refusalOf(command_status) ?? 'What it answered makes no sense.' };
}

const refusals: Readonly<Record<string, string>> = {
  ESME_RINVPASWD: 'The password is wrong.',
  ESME_RINVSYSID: 'It doesn’t know this system ID.',
  ESME_RBINDFAIL: 'It refused the sign-in.',
  ESME_RALYBND: 'Someone else is signed in with this system ID.',
  ESME_RINVDSTADR: 'The service doesn’t take this number.',
  ESME_RINVSRCADR: 'The service doesn’t allow this sender.',
};

function refusalOf(status: number): string | undefined {
  if (status === 0) return undefined;
  const name = nameOf(status);
  return refusals[name] ?? `The service refused it (${name}).`;
}

function nameOf(status: number): string {
  const found = Object.entries(smpp.errors).find(([, value]) => value === status)?.[0];
  return found ?? `0x${status.toString(16).padStart(8, '0')}`;
}

const KIND = 0x3c;
const ORDINARY = 0;
/** A receipt, and one on the way. */
const receiptKinds = new Set([0x04, 0x20]);

/** What a message from the service says; undefined where it says nothing that concerns us. */
function toldIn(pdu: Pdu): Told | undefined {
  const { source_addr, source_addr_ton, esm_class, data_coding, short_message, message_payload } = pdu;
  const octets = [short_message, message_payload].find((it) => Buffer.isBuffer(it) && it.length > 0);
  const kind = Number(esm_class) & KIND;
  const { text, part } = readOctets(Buffer.isBuffer(octets) ? octets : Buffer.alloc(0), {
    coding: Number(data_coding),
    hasHeader: (Number(esm_class) & UDH) !== 0,
  });
  const number = numberOf(typeof source_addr === 'string' ? source_addr : '', Number(source_addr_ton));
  const receipt = readReceipt({
    text,
    id: typeof pdu['receipted_message_id'] === 'string' ? pdu['receipted_message_id'] : undefined,
    state: typeof pdu['message_state'] === 'number' ? pdu['message_state'] : undefined,
  });
  // Some services forget to say that it is one.
  const isReceipt = receiptKinds.has(kind) || (kind === ORDINARY && /\bid:\S+.*\bstat:/is.test(text));
  if (isReceipt) return receipt && { kind: 'receipt', number, receipt };
  if (kind !== ORDINARY || number === '') return undefined;
  return { kind: 'answer', number, body: text, part: part ?? partBeside(pdu) };
}

function numberOf(address: string, ton: number): string {
  const plain = digits(address).replaceAll(/\D/g, '');
  return ton === 1 && plain !== '' ? `+${plain}` : plain;
}

function partBeside({ sar_msg_ref_num, sar_total_segments, sar_segment_seqnum }: Pdu): PartOf | null {
  const [total, number] = [Number(sar_total_segments), Number(sar_segment_seqnum)];
  return total > 1 && number >= 1 && number <= total
    ? { whole: `sar ${String(sar_msg_ref_num)}`, total, number }
    : null;
}
