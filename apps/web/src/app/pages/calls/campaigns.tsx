import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { campaignsQuery, figuresQuery } from '../../../features/calls/campaigns/api.ts';
import { CampaignFigures } from '../../../features/calls/campaigns/components/campaign-figures.tsx';
import { CampaignList } from '../../../features/calls/campaigns/components/campaign-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useBusiness } from '../work/use-business.ts';

export function CampaignsPage() {
  const campaigns = useQuery(campaignsQuery);
  const figures = useQuery(figuresQuery);
  const { isOwner } = useBusiness();
  usePage('Campaigns');
  return (
    <div className="page">
      <h1>Campaigns</h1>
      <p className="page__lead">
        Give a flyer, a website or a car a number of its own, and see which of them brings work.{' '}
        <Link to="/calls">All calls</Link>
      </p>
      <Loaded
        query={figures}
        what="what came of your campaigns"
        skeleton={<RowSkeleton rows={4} height={40} />}
      >
        {(rows) => <CampaignFigures figures={rows} />}
      </Loaded>
      <Loaded query={campaigns} what="your campaigns" skeleton={<RowSkeleton rows={2} height={56} />}>
        {(rows) => <CampaignList campaigns={rows} canEdit={isOwner} />}
      </Loaded>
    </div>
  );
}
