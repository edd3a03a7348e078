import { expect, test } from 'vitest';
import { createCircuit } from './circuit.ts';

test('each failure in a row doubles the pause, up to ten minutes; an answer ends it', () => {
  const circuit = createCircuit(() => 1);
  const pauses = Array.from({ length: 12 }, () => {
    circuit.failed(1_000, 'No.');
    return circuit.pause(1_000) / 1_000;
  });
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]);
  expect(circuit.pause(700_000)).toBe(0);
  expect(circuit.state()).toEqual({ state: 'not answering', since: 1_000, problem: 'No.' });
  circuit.succeeded(800_000);
  expect(circuit.pause(800_000)).toBe(0);
  expect(circuit.state()).toEqual({ state: 'answering', since: 800_000, problem: null });
  circuit.failed(900_000, 'No.');
  expect(circuit.pause(900_000)).toBe(2_000);
});

test('what the service asks for is kept, up to an hour', () => {
  const circuit = createCircuit(() => 0);
  circuit.failed(0, 'Too many.', 30_000);
  expect(circuit.pause(0)).toBe(30_000);
  circuit.failed(0, 'Too many.', 1e12);
  expect(circuit.pause(0)).toBe(3_600_000);
});
