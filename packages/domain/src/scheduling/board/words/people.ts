import { dateInWords, dayAndMonth } from '../../../values/clock-words.ts';
import type { VisitState } from '../rows.ts';
import type { Phrases, Scene } from './scene.ts';
import { listInWords, nameOf } from './scene.ts';

export const aboutPeople: Phrases<
  'inactive' | 'banned' | 'preference' | 'skill' | 'ticket' | 'crew' | 'pinned' | 'state'
> = {
  inactive: (_, { who }) => ({ short: 'inactive', long: `${who} is not active.` }),
  banned: (_, { who, visit }) => ({ short: 'banned', long: `${who} is banned from ${visit.row.customer}.` }),
  preference: (_, { board, visit }) => {
    const names = visit.row.preferred.map((id) => nameOf(board, id));
    return { short: 'not preferred', long: `${visit.row.customer} prefers ${listInWords(names, 'or')}.` };
  },
  skill: ({ technician, skills }, scene) => {
    const proofs = skills.map((skill) => proofOf(skill, scene));
    if (technician === null) {
      const wanted = listInWords(proofs.map((proof) => `${/^[aeiou]/i.test(proof) ? 'an' : 'a'} ${proof}`));
      return { short: `crew short of ${wanted}`, long: `The crew is short of ${wanted}.` };
    }
    const wanted = listInWords(proofs, 'or');
    return { short: `no ${wanted}`, long: `${scene.who} has no ${wanted}.` };
  },
  ticket: ({ skill, expired }, { who }) =>
    expired === null
      ? { short: `no ${skill} ticket`, long: `${who} has no ${skill} ticket.` }
      : {
          short: `${skill} ticket expired on ${dayAndMonth(expired)}`,
          long: `The ${skill} ticket of ${who} expired on ${dateInWords(expired)}.`,
        },
  crew: ({ needed, given }) => ({
    short: `needs ${needed}, has ${given}`,
    long: `The visit needs ${needed} ${needed === 1 ? 'technician' : 'technicians'} and has ${given}.`,
  }),
  pinned: ({ because }) =>
    because === 'pinned'
      ? { short: 'pinned', long: 'The visit is pinned where it is.' }
      : { short: 'dispatched', long: 'The visit has been dispatched: the technician has been told.' },
  state: ({ state }) => ({ short: state, long: `The visit cannot be moved: it ${predicate(state)}.` }),
};

function proofOf(skill: string, { board }: Scene): string {
  return `${skill} ${board.business.ticketedSkills.includes(skill) ? 'ticket' : 'skill'}`;
}

function predicate(state: VisitState): string {
  if (state === 'needs return' || state === 'could not complete') return 'is over';
  return state === 'en route' || state === 'on site' ? `has begun (${state})` : `is ${state}`;
}
