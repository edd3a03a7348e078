import { answer, api } from '../api/api.ts';

export type Skill = Awaited<ReturnType<typeof loadSkills>>[number];

export const skillsQuery = { queryKey: ['skills'], queryFn: loadSkills, meta: { tables: ['skills'] } };

async function loadSkills() {
  return (await answer(api.GET('/services/scheduling/api/v1/skills'))).rows;
}
