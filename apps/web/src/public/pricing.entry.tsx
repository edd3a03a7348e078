import { hydrate } from './hydrate.tsx';
import { PricingPage } from './pricing.tsx';

hydrate(PricingPage);
