import { ButtonLink } from '@muster/ui/button';
import { PicturePage } from '@muster/ui/picture-page';
import type { PageSettings } from '../lib/page-settings.ts';

export function NotFoundPage({ settings }: { settings: PageSettings }) {
  return (
    <PicturePage
      brand={settings.brand}
      assets={settings.assets}
      picture="van-at-dawn.svg"
      heading="This page does not exist"
      lead="The address may be mistyped, or the page has moved."
    >
      <p className="not-found__way">
        <ButtonLink href={`${settings.scheduler}/`}>Go to the start</ButtonLink>
      </p>
    </PicturePage>
  );
}
