import type { Receipt, PartOf } from '@muster/domain/basics/texts/receipts';
import type { TextEncoding } from '@muster/domain/basics/texts/gsm';

/** One message as it is handed to a service: a text, or part of one. */
export interface Outgoing {
  /** Empty: the service's own. */
  readonly sender: string;
  readonly number: string;
  readonly body: string;
  readonly encoding: TextEncoding;
  /** Where it is part of a longer one. */
  readonly part: PartOf | null;
  /** For how long the service may try. */
  readonly goodForSeconds: number | null;
}

/**
 * What became of handing it over. "not sent": nothing of it has left, so it may be sent again. "unknown": something may have, and
 * nobody has said so.
 */
export type HandedOver =
  | { readonly became: 'accepted'; readonly reference: string }
  | { readonly became: 'throttled' | 'not sent'; readonly error: string; readonly askedSeconds?: number }
  | { readonly became: 'refused' | 'unknown'; readonly error: string };

/** What a service tells us by itself. */
export type Told =
  | { readonly kind: 'receipt'; readonly number: string; readonly receipt: Receipt }
  | { readonly kind: 'answer'; readonly number: string; readonly body: string; readonly part: PartOf | null };

/** What is heard, under a name by which it is known again where the service has one. */
export interface Heard {
  readonly name: string | null;
  readonly told: Told;
}

/** A line to a service, open until it says that it has ended. */
export interface Line {
  /** How many messages may be under way at once. */
  readonly atOnce: number;
  submit(message: Outgoing): Promise<HandedOver>;
  /** Why it ended, in words; null where we have closed it. */
  readonly ended: Promise<string | null>;
  close(): Promise<void>;
}

/** Is told what a service says; once it has resolved the service is told that we have it. */
export type Hear = (heard: Heard) => Promise<void>;
