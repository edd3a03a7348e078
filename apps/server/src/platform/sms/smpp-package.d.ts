declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';
  import type { TlsOptions } from 'node:tls';

  interface Fields {
    [field: string]: unknown;
  }
  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly [field: string]: unknown;
    isResponse(): boolean;
    response(fields?: Fields): Pdu;
    toBuffer(): Buffer;
  }
  type Answered = (pdu: Pdu) => void;

  export class Session extends EventEmitter {
    constructor(options: { socket: Socket });
    readonly socket: Socket;
    /** False where nothing was sent. */
    send(pdu: Pdu, answered?: Answered): boolean;
    bind_transceiver(fields: Fields, answered: Answered): boolean;
    submit_sm(fields: Fields, answered: Answered): boolean;
    deliver_sm(fields: Fields, answered?: Answered): boolean;
    enquire_link(fields: Fields, answered: Answered): boolean;
    unbind(fields: Fields, answered: Answered): boolean;
    destroy(): void;
  }
  interface Definition {
    readonly params: Record<string, { filter?: unknown }>;
  }
  const smpp: {
    readonly Session: typeof Session;
    readonly commands: Readonly<Record<'deliver_sm' | 'data_sm', Definition>>;
    readonly tlvs: Readonly<Record<'message_payload', { filter?: unknown }>>;
    readonly errors: Readonly<Record<string, number>>;
    createServer(options: TlsOptions, onSession: (session: Session) => void): NetServer;
  };
  export default smpp;
}
