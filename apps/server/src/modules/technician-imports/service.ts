import { type CellProblem, type Cells, lengthProblems, listed, yesOrNo } from '@muster/domain/imports/cells';
import type { Technician } from '@muster/domain/technicians/schema';
import type { NewRow } from '../../platform/changes/tracked.ts';
import type { Importer } from '../imports/service.ts';
import { addTechnicians } from '../technicians/service.ts';
import { readSkills, readSuburbs, type Suburb } from './store.ts';

type Fields = NewRow<Technician> & { name: string };

const limits = {
  name: { title: 'Name', most: 200, isRequired: true },
  phone: { title: 'Phone', most: 40 },
  email: { title: 'Email', most: 254 },
  note: { title: 'Note', most: 5_000 },
};

export const technicianImporter: Importer<Fields> = {
  kind: 'technicians',
  async open(db, rows) {
    const skills = await readSkills(db);
    const suburbs = await readSuburbs(db, [...new Set(rows.map(suburbOf).filter((name) => name !== ''))]);
    return (cells) => {
      const active = cells['active'] ? yesOrNo(cells['active']) : true;
      const names = listed(cells['skills'] ?? '');
      const base = baseOf(cells, suburbs);
      const problems: CellProblem[] = [
        ...lengthProblems(cells, limits),
        ...(active === undefined ? [{ field: 'active', text: 'Active is yes or no.' }] : []),
        ...names
          .filter((name) => !skills.has(name.toLowerCase()))
          .map((name) => ({
            field: 'skills',
            text: `There is no skill “${name}”. Add it under Settings first, or leave it out.`,
          })),
        ...('problem' in base ? [{ field: 'suburb', text: base.problem }] : []),
      ];
      if (problems.length > 0 || 'problem' in base) return { problems };
      return {
        fields: {
          name: cells['name']!,
          phone: cells['phone'] ?? '',
          email: cells['email'] ?? '',
          note: cells['note'] ?? '',
          skills: [...new Set(names.map((name) => skills.get(name.toLowerCase())!))],
          base_suburb_id: base.suburb?.id ?? null,
          base_latitude: base.suburb?.latitude ?? null,
          base_longitude: base.suburb?.longitude ?? null,
          is_active: active ?? true,
        },
      };
    };
  },
  async write(write, rows) {
    await addTechnicians(write, rows);
  },
};

function suburbOf(cells: Cells): string {
  return (cells['suburb'] ?? '').trim().toLowerCase();
}

/** The suburb of that name; where several have it, the one with the postcode. */
function baseOf(
  cells: Cells,
  suburbs: ReadonlyMap<string, readonly Suburb[]>,
): { suburb: Suburb | undefined } | { problem: string } {
  const name = suburbOf(cells);
  if (name === '') return { suburb: undefined };
  const found = suburbs.get(name) ?? [];
  if (found.length === 0) return { problem: `There is no suburb “${cells['suburb']}”.` };
  const postcode = (cells['postcode'] ?? '').trim();
  const fitting = found.filter((suburb) => postcode === '' || suburb.postcode === postcode);
  if (fitting.length === 0) return { problem: `${cells['suburb']} has another postcode.` };
  if (fitting.length > 1 && postcode === '')
    return { problem: `There are several suburbs “${cells['suburb']}”: give the postcode, too.` };
  return { suburb: fitting[0] };
}
