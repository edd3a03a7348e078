import { Text } from '@mantine/core';
import { PageSkeleton } from '@muster/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type Licences, licencesQuery } from '../../features/licences/api.ts';
import { FileRoom } from '../../features/licences/components/file-room.tsx';
import { Holders } from '../../features/licences/components/holders.tsx';
import { PlanChoice } from '../../features/licences/components/plan-choice.tsx';
import { plansQuery } from '../../features/plans/api.ts';
import { earlyAccess, monthly } from '../../features/plans/model/plan-words.ts';
import { usePage } from '../../lib/page.ts';
import { Loaded } from '../shell/loaded.tsx';

export function LicencesPage() {
  const licences = useQuery(licencesQuery);
  const plans = useQuery(plansQuery).data ?? [];
  usePage('Licences');
  return (
    <div className="page">
      <h1>Licences</h1>
      <p className="page__lead">{earlyAccess}</p>
      <Loaded query={licences} what="Your licences" skeleton={<PageSkeleton />}>
        {(row) => (
          <>
            <section className="licences__section" aria-labelledby="plan">
              <h2 id="plan">Your plan</h2>
              <YourCosts licences={row} />
              <Text c="dimmed">A change counts at once.</Text>
              <PlanChoice plans={plans} licences={row} />
            </section>
            <section className="licences__section" aria-labelledby="used">
              <h2 id="used">
                {row.used_by.length} of {row.licences} in use
              </h2>
              <meter
                className="licences__bar"
                aria-labelledby="used"
                min={0}
                max={row.licences}
                value={row.used_by.length}
              />
              <Text c="dimmed" my="sm">
                {row.used_by.length === 0
                  ? 'An active technician uses a licence. You have none yet.'
                  : 'Each active technician uses one. Whoever is deactivated keeps their history and can come back.'}
              </Text>
              {row.used_by.length > 0 && <Holders holders={row.used_by} />}
            </section>
            <FileRoom />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The plan, what is used of it and what it will cost, in one sentence. */
function YourCosts({ licences: { plan, licences, used_by } }: { licences: Licences }) {
  return (
    <p>
      You are on <strong>{plan.name}</strong>, with {used_by.length} of {licences} licences in use. It costs
      nothing now; after early access it will be <strong>{monthly(plan)}</strong>.
    </p>
  );
}
