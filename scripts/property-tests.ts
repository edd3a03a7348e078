import { configureGlobal } from 'fast-check';

// The daily run draws the same cases each time, so that what fails on one machine fails on all; the long run explores.
if (process.env['MUSTER_LONG'] === undefined) configureGlobal({ seed: 20_261_118 });
