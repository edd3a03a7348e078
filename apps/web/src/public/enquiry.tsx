import { Toasts } from '@muster/ui/toast';
import { useEffect } from 'react';
import { EnquiryForm } from '../features/sales/enquiries/components/enquiry-form.tsx';
import type { PageSettings } from '../lib/page/page-settings.ts';
import { announceReady } from '../lib/page/page.ts';
import { PublicPage } from './public-page.tsx';

export function EnquiryPage({ settings }: { settings: PageSettings }) {
  useEffect(announceReady, []);
  return (
    <>
      <PublicPage
        settings={settings}
        title="Enquiry"
        lead="Tell us about your business and we’ll get back to you with an offer."
        picture="workshop-counter.svg"
        links={
          <>
            <a href="/pricing">See the plans</a>
            <a href={`${settings.scheduler}/login`}>Sign in</a>
          </>
        }
      >
        <EnquiryForm />
      </PublicPage>
      <Toasts />
    </>
  );
}
