import { EnquiryPage } from './enquiry.tsx';
import { hydrate } from './hydrate.tsx';

hydrate(EnquiryPage);
