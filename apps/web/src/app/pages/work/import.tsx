import { Box, Button } from '@mantine/core';
import { records } from '@muster/domain/records';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { QuotaNotice } from '../../../features/identity/licences/components/quota-notice.tsx';
import { ImportFlow } from '../../../features/work/imports/components/import-flow.tsx';
import { readKind } from '../../../features/work/imports/model/import-words.ts';
import { usePage } from '../../../lib/page/page.ts';
import { NotFound } from '../../shell/not-found.tsx';

const from = '/signed-in/account/dispatch/import/$kind';

export function ImportPage() {
  const kind = readKind(useParams({ from }).kind);
  const { id } = useSearch({ from });
  const navigate = useNavigate();
  usePage(kind && `Import ${kind}`);
  if (kind === undefined) return <NotFound />;
  return (
    <div className="page">
      <h1>Import {kind}</h1>
      <p className="page__lead">{records[kind].table.lead}</p>
      <Box mt="lg">
        <QuotaNotice kind={kind} />
        <ImportFlow
          key={kind}
          kind={kind}
          id={id}
          onOpen={(id) =>
            void navigate({ to: '/import/$kind', params: { kind }, search: id === undefined ? {} : { id } })
          }
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
