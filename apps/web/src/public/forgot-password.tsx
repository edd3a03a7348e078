import { PicturePage } from '@muster/ui/picture-page';
import type { PageSettings } from '../lib/page-settings.ts';

export function ForgotPasswordPage({ settings }: { settings: PageSettings }) {
  return (
    <PicturePage
      brand={settings.brand}
      assets={settings.assets}
      picture="van-at-dawn.svg"
      heading="Forgotten"
    >
      {null}
    </PicturePage>
  );
}
