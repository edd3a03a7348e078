import type { Placement } from '@muster/domain/scheduling/differences';
import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Visit } from '@muster/domain/scheduling/problem';

import { askedDays } from '../../questions/asked-days.ts';
import { feasiblePositions } from '../../schedule/positions.ts';
import type { Inquiry } from '../why-not/inquiry.ts';
import type { Advantage, Alternative } from './advantage.ts';
import { advantageOver } from './advantage.ts';
import type { Detour } from './detour.ts';

/** Why a visit went to whom it went to. */
export type Choice = Detour & { readonly because?: Advantage };

/** `from`: who had it before is compared with first, where they still could. */
export function explainChoice(
  inquiry: Inquiry,
  visit: Visit,
  { technicians: [chosen], start }: Placement,
  detour: Detour,
  from: readonly string[],
): Choice {
  const { source, held } = inquiry;
  const others = source.problem.technicians.filter(({ id }) => id !== chosen);
  const may = others.filter((technician) => blockedBy(visit, technician) === undefined);
  const lack = others.filter((technician) => blockedBy(visit, technician) === 'skill');
  if (others.length > 0 && lack.length === others.length)
    return { ...detour, because: { code: 'only ticket', skills: visit.skills ?? [] } };
  const alternatives = askedDays(
    held,
    visit,
    may.map(({ id }) => id),
  ).flatMap(({ days, compiled, work, node }) => {
    const [best] = feasiblePositions(work, node).sort((a, b) => a.cost - b.cost);
    if (best === undefined) return [];
    const alternative: Alternative = {
      technician: days.technician.id,
      shift: compiled.shiftOf[best.route]!.id,
      start: compiled.zero + best.start,
      driving: best.driving,
    };
    return [{ alternative, cost: best.cost }];
  });
  if (alternatives.length === 0)
    return others.length === 0 ? detour : { ...detour, because: { code: 'only room' } };
  alternatives.sort((a, b) => a.cost - b.cost);
  const old = alternatives.find(({ alternative }) => from.includes(alternative.technician));
  const { alternative } = old ?? alternatives[0]!;
  const because = advantageOver(inquiry, visit, { technician: chosen!, start, ...detour }, alternative);
  return { ...detour, ...(because && { because }) };
}
