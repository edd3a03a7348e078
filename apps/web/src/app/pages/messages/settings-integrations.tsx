import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery } from '../../../features/identity/api-keys/api.ts';
import { ApiKeys } from '../../../features/identity/api-keys/components/api-keys.tsx';
import { webhooksQuery } from '../../../features/messages/webhooks/api.ts';
import { Webhooks } from '../../../features/messages/webhooks/components/webhooks.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';
import './settings-integrations.css';

export function IntegrationSettingsPage() {
  const keys = useQuery(apiKeysQuery);
  const webhooks = useQuery(webhooksQuery);
  const skeleton = <RowSkeleton rows={2} height={56} />;
  return (
    <SettingsFrame title="Integrations" lead="Connect other programs to your business.">
      <Loaded query={keys} what="the API keys" skeleton={skeleton}>
        {(rows) => <ApiKeys keys={rows} />}
      </Loaded>
      <Loaded query={webhooks} what="the webhooks" skeleton={skeleton}>
        {(rows) => <Webhooks webhooks={rows} />}
      </Loaded>
    </SettingsFrame>
  );
}
