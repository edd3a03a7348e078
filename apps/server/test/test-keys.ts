import { keyringOf } from '../src/platform/secrets/keyring.ts';

/** The master key of everything that tests and benchmarks run on, in all their processes. */
export const testKeys = keyringOf([Buffer.alloc(32, 'quokka').toString('base64')]);
