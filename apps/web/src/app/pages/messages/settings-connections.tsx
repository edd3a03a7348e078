import { useQuery } from '@tanstack/react-query';
import { textSettingsQuery } from '../../../features/basics/texts/api.ts';
import { TextSettings } from '../../../features/basics/texts/components/text-settings.tsx';
import { callServicesQuery } from '../../../features/calls/call-services/api.ts';
import { CallServices } from '../../../features/calls/call-services/components/call-services.tsx';
import { connectionsQuery } from '../../../features/messages/connections/api.ts';
import {
  Connections,
  OperatorServices,
} from '../../../features/messages/connections/components/connections.tsx';
import { cardServiceQuery } from '../../../features/money/card-services/api.ts';
import { CardService } from '../../../features/money/card-services/components/card-service.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';

export function ConnectionSettingsPage() {
  const connections = useQuery(connectionsQuery);
  const texts = useQuery(textSettingsQuery);
  const cards = useQuery(cardServiceQuery);
  const calls = useQuery(callServicesQuery);
  return (
    <SettingsFrame
      title="Connections"
      lead="Other services that Muster exchanges data with: how each is doing, and what it gets."
    >
      <Loaded query={connections} what="the connections" skeleton={<RowSkeleton rows={3} height={96} />}>
        {({ rows, services }) => (
          <>
            <Connections connections={rows} />
            <Loaded query={cards} what="card payments" skeleton={<RowSkeleton rows={1} height={96} />}>
              {({ row }) => <CardService service={row} />}
            </Loaded>
            <Loaded
              query={texts}
              what="the settings of texts"
              skeleton={<RowSkeleton rows={2} height={96} />}
            >
              {({ row, month, are }) => <TextSettings settings={row} month={month} are={are} />}
            </Loaded>
            <Loaded
              query={calls}
              what="your phone connections"
              skeleton={<RowSkeleton rows={1} height={96} />}
            >
              {({ rows }) => <CallServices services={rows} />}
            </Loaded>
            <OperatorServices services={services} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
