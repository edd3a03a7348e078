import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery, webhooksQuery } from '../../features/integrations/api.ts';
import { ApiKeys } from '../../features/integrations/components/api-keys.tsx';
import { Webhooks } from '../../features/integrations/components/webhooks.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function IntegrationSettingsPage() {
  const keys = useQuery(apiKeysQuery);
  const webhooks = useQuery(webhooksQuery);
  const skeleton = <RowSkeleton rows={2} height={56} />;
  return (
    <SettingsFrame title="Integrations" lead="Other programs that work with your business.">
      <Loaded query={keys} what="The API keys" skeleton={skeleton}>
        {(rows) => <ApiKeys keys={rows} />}
      </Loaded>
      <Loaded query={webhooks} what="The webhooks" skeleton={skeleton}>
        {(rows) => <Webhooks webhooks={rows} />}
      </Loaded>
    </SettingsFrame>
  );
}
