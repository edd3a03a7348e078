import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../../features/messages/connections/api.ts';
import {
  Connections,
  OperatorServices,
} from '../../../features/messages/connections/components/connections.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';

export function ConnectionSettingsPage() {
  const connections = useQuery(connectionsQuery);
  return (
    <SettingsFrame
      title="Connections"
      lead="Other services that Muster sends data to: how each is doing, and what it gets."
    >
      <Loaded query={connections} what="the connections" skeleton={<RowSkeleton rows={3} height={96} />}>
        {({ rows, services }) => (
          <>
            <Connections connections={rows} />
            <OperatorServices services={services} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
