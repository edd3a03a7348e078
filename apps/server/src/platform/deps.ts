import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { AnyTable } from './changes/tracked.ts';
import type { Settings } from '../settings.ts';
import type { Database } from './db/connect.ts';
import type { FileStorage } from './files/storage.ts';
import type { EventStreams } from './live/event-stream.ts';
import type { LiveHub } from './live/hub.ts';
import type { Looks } from './live/board-reads.ts';
import type { Presence } from './live/presence.ts';

/** What the outside gives to the application: everything that a test may want to choose. */
export interface Deps {
  settings: Settings;
  database: Database;
  live: LiveHub;
  log: Logger;
  /** Where the bytes of files lie. */
  files: FileStorage;
  /** The time in milliseconds since 1970. */
  now: () => number;
  /** The built web app; without it the server has an API and no pages. */
  webDir?: string;
  /** Whether the database is the built-in one. */
  embedded: boolean;
}

/** What a module is given: the same, and what the platform made of it. */
export interface Platform extends Deps {
  streams: EventStreams;
  presence: Presence;
  looks: Looks;
  /** Every table whose changes are kept, by name: for those who read and undo what any module wrote. */
  tables: ReadonlyMap<string, AnyTable>;
}

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Adds the routes of one noun. */
export type Module = (app: App, platform: Platform) => void;
