import { Box, Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { ImportFlow } from '../../features/imports/components/import-flow.tsx';
import { readKind } from '../../features/imports/model/import-words.ts';
import { usePage } from '../../lib/page.ts';
import { NotFound } from '../shell/not-found.tsx';

export function ImportPage() {
  const kind = readKind(useParams({ from: '/signed-in/account/dispatch/import/$kind' }).kind);
  usePage(kind && `Import ${kind}`);
  if (kind === undefined) return <NotFound />;
  return (
    <div className="page">
      <h1>Import {kind}</h1>
      <p className="page__lead">{leads[kind]}</p>
      <Box mt="lg">
        <ImportFlow
          key={kind}
          kind={kind}
          list={
            <Button variant="filled" renderRoot={(props) => <Link to={`/${kind}`} {...props} />}>
              See all {kind}
            </Button>
          }
        />
      </Box>
    </div>
  );
}

const leads = {
  technicians: 'A row for each technician. Those beyond your licences arrive inactive.',
  customers: 'A row for each customer, or for each site of a customer.',
  jobs: 'A row for each job. The customers have to be there already.',
};
