import { Text } from '@mantine/core';
import { PageSkeleton } from '@muster/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type Licences, licencesQuery } from '../../../features/identity/licences/api.ts';
import { FileRoom } from '../../../features/identity/licences/components/file-room.tsx';
import { Holders } from '../../../features/identity/licences/components/holders.tsx';
import { PlanChoice } from '../../../features/identity/licences/components/plan-choice.tsx';
import { plansQuery } from '../../../features/identity/plans/api.ts';
import { earlyAccess, monthly } from '../../../features/identity/plans/model/plan-words.ts';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';

export function LicencesPage() {
  const licences = useQuery(licencesQuery);
  const plans = useQuery(plansQuery).data ?? [];
  usePage('Licences');
  return (
    <div className="page">
      <h1>Licences</h1>
      <p className="page__lead">{earlyAccess}</p>
      <Loaded query={licences} what="your licences" skeleton={<PageSkeleton />}>
        {(row) => (
          <>
            <section className="licences__section" aria-labelledby="plan">
              <h2 id="plan">Your plan</h2>
              <YourCosts licences={row} />
              <Text c="dimmed">Changes apply immediately.</Text>
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
                  ? 'Each active technician uses a licence. You don’t have any yet.'
                  : 'Each active technician uses one. Deactivated technicians keep their history and can be activated again.'}
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
      You’re on <strong>{plan.name}</strong>, with {used_by.length} of {licences} licences in use. It’s free
      now; after early access it will be <strong>{monthly(plan)}</strong>.
    </p>
  );
}
