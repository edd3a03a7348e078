import { PicturePage } from '@muster/ui/picture-page';
import type { PageSettings } from '../lib/page-settings.ts';

export function PricingPage({ settings }: { settings: PageSettings }) {
  return (
    <PicturePage brand={settings.brand} assets={settings.assets} picture="van-at-dawn.svg" heading="Pricing">
      {null}
    </PicturePage>
  );
}
