import { pino } from 'pino';

/** LOG_LEVEL=debug shows what happens inside a test. */
export const silentLog = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
