import { ButtonLink } from '@muster/ui/button';
import { Logo } from '@muster/ui/logo';
import { useEffect } from 'react';
import { PlanList } from '../features/identity/plans/components/plan-list.tsx';
import type { PageSettings } from '../lib/page/page-settings.ts';
import { announceReady } from '../lib/page/page.ts';
import { StatusLine, Support } from '../lib/page/support.tsx';
import './pricing.css';

export function PricingPage({ settings }: { settings: PageSettings }) {
  useEffect(announceReady, []);
  const { brand, assets, scheduler, terms } = settings;
  return (
    <>
      <StatusLine settings={settings} />
      <div className="pricing">
        <header className="pricing__top">
          <a href={`${scheduler}/`} className="pricing__home">
            <Logo brand={brand} assets={assets} />
          </a>
          <ButtonLink href={`${scheduler}/login`} variant="quiet">
            Sign in
          </ButtonLink>
        </header>
        <main className="pricing__main">
          <h1>One licence for each technician you schedule</h1>
          <p className="pricing__lead">
            Choose the plan that fits your crew. Prices are in Australian dollars.
          </p>
          <p className="pricing__lead">{terms}</p>
          <PlanList />
          <noscript>
            <p className="pricing__lead">
              You need JavaScript to see the plans. Turn it on and reload this page.
            </p>
          </noscript>
          <section className="pricing__enquiry" aria-labelledby="pricing-enquiry">
            <div className="pricing__words">
              <h2 id="pricing-enquiry">A larger crew, or a question first?</h2>
              <p>Tell us about your business and how many licences you need, and we’ll send you an offer.</p>
              <ButtonLink href="/enquiry" variant="secondary">
                Send an enquiry
              </ButtonLink>
            </div>
            <img src={`${assets}/workshop-counter.svg`} alt="" width="900" height="1200" loading="lazy" />
          </section>
          <Support settings={settings} />
        </main>
      </div>
    </>
  );
}
