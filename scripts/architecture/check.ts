import { rules } from './rules.ts';
import { readSources } from './source.ts';

const sources = readSources(process.argv[2] ?? '.');
const broken = Object.values(rules).flatMap((rule) => rule(sources));
for (const line of new Set(broken)) console.error(line);
if (broken.length === 0)
  console.log(`${sources.length} files keep the ${Object.keys(rules).length} rules of the house.`);
process.exitCode = broken.length === 0 ? 0 : 1;
