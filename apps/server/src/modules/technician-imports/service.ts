import {
  type CellProblem,
  lengthProblems,
  listed,
  placeOf,
  suburbOf,
  yesOrNo,
} from '@muster/domain/imports/cells';
import type { Technician } from '@muster/domain/technicians/schema';
import { contactProblems } from '@muster/domain/values/contact-data';
import type { NewRow } from '../../platform/changes/tracked.ts';
import type { Importer } from '../imports/service.ts';
import { offeredSkills } from '../skills/service.ts';
import { suburbsByName } from '../suburbs/service.ts';
import { addTechnicians } from '../technicians/service.ts';

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
    const skills = await offeredSkills(db);
    const suburbs = await suburbsByName(
      db,
      rows.flatMap((cells) => placeOf(cells)?.name ?? []),
    );
    return (cells) => {
      const active = cells['active'] ? yesOrNo(cells['active']) : true;
      const names = listed(cells['skills'] ?? '');
      const base = suburbOf(cells, suburbs);
      const problems: CellProblem[] = [
        ...lengthProblems(cells, limits),
        ...contactProblems(cells),
        ...(active === undefined ? [{ field: 'active', text: 'Active is yes or no.' }] : []),
        ...names
          .filter((name) => !skills.has(name.toLowerCase()))
          .map((name) => ({
            field: 'skills',
            text: `There is no skill “${name}”. Add it under Settings first, or leave it out.`,
          })),
        ...('problem' in base ? [base.problem] : []),
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
