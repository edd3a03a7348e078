export interface PageSettings {
  brand: string;
  /** Empty: the same origin. */
  scheduler: string;
  /** Where pictures and logos load from. Empty: the same origin. */
  assets: string;
  /** Whether mails can be read at /inbox. */
  inbox: boolean;
  /** Where people find help. Empty: nobody has said. */
  supportEmail: string;
  supportPhone: string;
  /** What is true of every price for whoever registers. */
  terms: string;
  /** What is known to be wrong; empty: nothing. */
  status: string;
}

/** What the pre-rendered pages carry until the server fills it in at start. */
export const placeholders: PageSettings = {
  brand: '%BRAND_NAME%',
  scheduler: '%SCHEDULER_URL%',
  assets: '%ASSETS_BASE_URL%',
  inbox: false,
  supportEmail: '%SUPPORT_EMAIL%',
  supportPhone: '%SUPPORT_PHONE%',
  terms: '%PRICE_TERMS%',
  status: '%STATUS_NOTE%',
};

export function readPageSettings(): PageSettings {
  const { brand = '', scheduler = '', assets = '', inbox } = document.documentElement.dataset;
  const { supportEmail = '', supportPhone = '', terms = '', status = '' } = document.documentElement.dataset;
  return { brand, scheduler, assets, inbox: inbox === 'true', supportEmail, supportPhone, terms, status };
}

/** Whether Muster’s own prices are charged here, or nothing is and no card is asked for. */
export function isCharged(): boolean {
  return document.documentElement.dataset.charged === 'true';
}

/** Whether Muster’s own prices include GST. */
export function isGstIncluded(): boolean {
  return document.documentElement.dataset.gst !== 'no';
}

/** What follows one of Muster’s own prices. */
export function aMonth(): string {
  return isGstIncluded() ? 'a month including GST' : 'a month';
}
