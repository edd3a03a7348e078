import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { QuotesSection } from '../../../features/money/quotes/components/quotes-section.tsx';
import { InvoicesSection } from '../../../features/money/invoices/components/invoices-section.tsx';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useBusiness } from '../work/use-business.ts';
import { useNewInvoice, useSeesMoney } from './use-money.ts';
import { useNewQuote } from './use-quotes.ts';

/** What a customer was charged, in their drawer; nothing for those without the right to money. */
export function CustomerMoney({ customer }: { customer: { id: string; name: string } }) {
  const sees = useSeesMoney();
  const { today } = useBusiness();
  const { start, isRunning } = useNewInvoice();
  const quote = useNewQuote();
  if (!sees) return null;
  return (
    <>
      <QuotesSection
        of={{ customer: customer.id }}
        today={today}
        action={
          <ActionButton
            variant="subtle"
            size="compact-sm"
            busy={quote.isRunning}
            onClick={() => void quote.start({ customer_id: customer.id }, customer.name)}
          >
            New quote
          </ActionButton>
        }
      />
      <InvoicesSection
        of={{ customer: customer.id }}
        today={today}
        action={
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              renderRoot={(root) => <Link to="/statements/$id" params={{ id: customer.id }} {...root} />}
            >
              Statement
            </Button>
            <ActionButton
              variant="subtle"
              size="compact-sm"
              busy={isRunning}
              onClick={() => void start(customer)}
            >
              New invoice
            </ActionButton>
          </>
        }
      />
    </>
  );
}

/** In the menu of a site: what was charged for work there. */
export function SiteInvoices({ customer, site }: { customer: string; site: string }) {
  const sees = useSeesMoney();
  return (
    sees && (
      <Menu.Item renderRoot={(root) => <Link to="/invoices" search={{ customer, site }} {...root} />}>
        Invoices for work here
      </Menu.Item>
    )
  );
}
