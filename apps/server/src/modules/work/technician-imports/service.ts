import { type CellProblem, readCells } from '@muster/domain/values/field-tables';
import { listed } from '@muster/domain/values/fields';
import { placeOf, suburbOf } from '@muster/domain/work/imports/cells';
import { technicianFields } from '@muster/domain/work/technicians/fields';
import type { Technician } from '@muster/domain/work/technicians/schema';
import type { NewRow } from '../../../platform/changes/tracked.ts';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { Importer } from '../import-tables/service.ts';
import { offeredSkills } from '../skills/service.ts';
import { readHome, suburbsByName, suggestSuburbs } from '../suburbs/service.ts';
import { addTechnicians } from '../technicians/service.ts';

type Fields = NewRow<Technician> & { name: string };

export const technicianImporter: Importer<Fields> = {
  kind: 'technicians',
  access: dispatchers,
  async open(db, rows) {
    const skills = await offeredSkills(db);
    const suburbs = await suburbsByName(
      db,
      rows.flatMap((cells) => placeOf(cells)?.name ?? []),
    );
    const home = await readHome(db);
    return (cells) => {
      const { values, problems: wrong } = readCells(technicianFields, cells);
      const names = listed(cells['skills'] ?? '');
      const base = suburbOf(cells, suburbs, home);
      const problems: CellProblem[] = [
        ...wrong,
        ...names
          .filter((name) => !skills.has(name.toLowerCase()))
          .map((name) => ({
            field: 'skills',
            text: `No skill is called “${name}”. Add it in Settings first, or leave it out.`,
          })),
        ...('problem' in base ? [base.problem] : []),
      ];
      const { name } = values;
      if (problems.length > 0 || 'problem' in base || name === undefined) return { problems };
      return {
        fields: {
          ...values,
          name,
          skills: [...new Set(names.map((name) => skills.get(name.toLowerCase())!))],
          base_suburb_id: base.suburb?.id ?? null,
          base_latitude: base.suburb?.latitude ?? null,
          base_longitude: base.suburb?.longitude ?? null,
        },
      };
    };
  },
  suggestSuburbs,
  async write(write, rows) {
    await addTechnicians(write, rows);
  },
};
