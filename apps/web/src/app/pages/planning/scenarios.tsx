import { Button } from '@mantine/core';
import { addDays } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scenariosQuery } from '../../../features/planning/scenarios/api.ts';
import { NewScenario } from '../../../features/planning/scenarios/components/new-scenario.tsx';
import { ScenarioRow } from '../../../features/planning/scenarios/components/scenario-row.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Rows } from '../../../lib/kit/rows/rows.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useBusiness } from '../work/use-business.ts';

const DAYS = 5;

/** Days of the board that somebody tries things on. */
export function ScenariosPage() {
  const scenarios = useQuery(scenariosQuery);
  const { today } = useBusiness();
  const [isAdding, setAdding] = useState(false);
  usePage('Scenarios');
  const add = (
    <Button variant="filled" onClick={() => setAdding(true)}>
      New scenario
    </Button>
  );
  return (
    <div className="page">
      <h1>Scenarios</h1>
      <p className="page__lead">
        What if someone is away, or you had one more technician? Try it on a copy of some days. No one is
        notified, and the live board stays as it is until you take something over.
      </p>
      <Loaded query={scenarios} what="your scenarios" skeleton={<RowSkeleton rows={4} height={56} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyList
              title="No scenarios yet"
              text="A scenario is a copy of some days of the board where you can plan, drag and add people freely."
              action={add}
            />
          ) : (
            <>
              <p>{add}</p>
              <Rows label="Scenarios">
                {rows.map((scenario) => (
                  <ScenarioRow
                    key={scenario.id}
                    scenario={scenario}
                    title={<a href={`/scenarios/${scenario.id}`}>{scenario.name}</a>}
                  />
                ))}
              </Rows>
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <NewScenario
          from={today}
          to={addDays(today, DAYS - 1)}
          onAdded={(id) => location.assign(`/scenarios/${id}`)}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
