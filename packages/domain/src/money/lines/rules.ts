import type { NewLine } from './schema.ts';

/** A line as documents keep it. Whoever is not registered charges no GST. */
export function tidyLine<Line extends NewLine>(line: Line, isRegistered: boolean): Line {
  return {
    ...line,
    code: line.code.trim(),
    description: line.description.trim(),
    unit: line.unit.trim(),
    ...(!isRegistered && { gst: 'gst-free' as const }),
  };
}
