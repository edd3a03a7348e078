/* Written by catalogue.test.ts. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
/** Written as text. What is read of it, nobody but its store knows. */
export type Json<Insert = string> = ColumnType<unknown, Insert, string>;
export interface Catalogue {
  absences: { account_id: string; scenario_id: string; id: Generated<string>; version: Generated<number>; technician_id: string; kind: 'leave' | 'sick' | 'training'; starts_at: Date; ends_at: Date; whole_days: boolean; reason: Generated<string> };
  accounting_authorisations: { account_id: string; id: string; session_id: string; state_hash: Buffer; began_at: Date; offers: Json | null };
  accounting_charts: { account_id: string; service_id: string; read_at: Date; content: Json };
  accounting_services: { account_id: string; id: Generated<string>; version: Generated<number>; kind: string; organisation_id: string; organisation_name: string; is_connected: Generated<boolean>; is_enabled: Generated<boolean>; starts_on: Date | null; sales_account: Generated<string>; labour_account: Generated<string>; cash_account: Generated<string>; transfer_account: Generated<string>; card_account: Generated<string>; cheque_account: Generated<string>; other_account: Generated<string>; gst_tax: Generated<string>; gst_free_tax: Generated<string>; input_taxed_tax: Generated<string>; no_gst_tax: Generated<string>; created_by: string; created_at: Generated<Date>; terminal_account: Generated<string> };
  accounts: { id: Generated<string>; name: string; plan_code: string; licences: number; created_at: Generated<Date>; phone: Generated<string>; version: Generated<number>; abn: string | null; industry_id: number | null; region: 'NSW' | 'VIC' | 'QLD' | 'WA' | 'SA' | 'TAS' | 'ACT' | 'NT' | null; zone: Generated<string>; working_week: Json<string | undefined>; overtime: Generated<number>; travel: Json<string | undefined>; set_up_at: Date | null; licence_version: Generated<number>; email: Generated<string>; tells_customers: Generated<boolean>; planning: Json<string | undefined>; verified_email: Generated<string>; pins_agreed: Generated<boolean>; confirms_bookings: Generated<boolean>; report_leaves_out: Generated<string[]>; logo_id: string | null; colour: string | null; trade_licence: Generated<string>; message_ways: Json<string | undefined>; message_texts: Json<string | undefined>; reminder_at: Generated<string>; sends_reports: Generated<boolean>; customer_page: Json<string | undefined>; read_only_since: Date | null; read_only_reason: 'unpaid' | 'not_confirmed' | 'ended' | null; film_seconds: Generated<number> };
  accounts_with_books: { account_id: string };
  accounts_with_calls: { account_id: string };
  address_lookups: { account_id: string; address: string; latitude: number | null; longitude: number | null; asked_at: Date };
  alerted_phones: { account_id: string; session_id: string; user_id: string; endpoint: string; p256dh: string; auth: string; server_key: string; alerted_change: string; alerted_visits: Generated<number>; wait_token: string | null; waits_since: Date | null; paused_until: Date | null };
  allocations: { account_id: string; id: Generated<string>; version: Generated<number>; invoice_id: string | null; refund_id: string | null; payment_id: string | null; credit_note_id: string | null; amount: number; on_date: Date; released_on: Date | null; deposit_on: Date | null };
  api_key_secrets: { token_hash: Buffer; account_id: string; key_id: string; rights: string; is_revoked: Generated<boolean>; last_used_at: Date | null; money: Generated<string> };
  api_keys: { account_id: string; id: Generated<string>; version: Generated<number>; name: string; rights: 'dispatcher' | 'read only'; created_by: string; created_at: Generated<Date>; revoked_at: Date | null; money: Generated<'none' | 'drafts' | 'all'> };
  assignments: { account_id: string; scenario_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; technician_id: string; starts_at: Date; ends_at: Date; is_lead: boolean; is_pinned: Generated<boolean>; progress: Generated<'none' | 'en route' | 'on site' | 'done'>; en_route_at: Date | null; on_site_at: Date | null; done_at: Date | null; overrides: Json<string | undefined>; is_overlap: GeneratedAlways<boolean | null> };
  bank_details: { account_id: string; id: string; version: Generated<number>; account_name: string; bsb: string; account_number: string; payid: string };
  billed_customers: { customer: string; account_id: string };
  billing: { account_id: string; notice: 'trial' | 'notice' | null; notice_until: Date | null; customer: string | null; session_number: Generated<number>; session_plan: string | null; session_licences: number | null; session_id: string | null; session_url: string | null; session_until: Date | null; reads: Generated<number>; read: Generated<number>; asked_at: Date | null; subscription: string | null; has_ended: Generated<boolean>; plan_code: string | null; plan_cents: number | null; licences: number | null; licence_cents: number | null; collection: 'card' | 'invoice' | null; renews_at: Date | null; cancels_at: Date | null; unpaid_since: Date | null; unpaid_cents: Generated<number>; unpaid_url: string | null; told: Generated<string>; reminded: Generated<string>; due_at: Date | null; notice_mails: Generated<string[]>; customer_is_test: Generated<boolean>; paid_until: Date | null };
  billing_dues: { account_id: string; due_at: Date };
  billing_invoices: { account_id: string; id: string; number: string; state: 'open' | 'paid' | 'void' | 'uncollectible'; issued_at: Date; due_at: Date | null; paid_at: Date | null; total_cents: number; gst_cents: number; pay_url: string | null; contents: Json };
  book_differences: { account_id: string; id: Generated<string>; organisation: string; kind: 'which contact' | 'contact gone there' | 'number taken' | 'total' | 'owed' | 'voided there' | 'missing there' | 'payment there' | 'payment gone there' | 'payment reversed later' | 'payment kept there' | 'contact refused'; noun: string; subject_id: string; remote_id: string | null; ours: Json; theirs: Json; found_at: Date; answer: 'send ours' | 'take theirs' | 'remove there' | 'link' | 'new contact' | 'leave' | 'gone' | null; answered_by: string | null; answered_at: Date | null };
  book_progress: { account_id: string; organisation: string; swept_at: Date | null; asked_at: Date | null; changed_to: Date | null; checked_at: Date | null; our_count: Generated<number>; our_sum: Generated<string>; their_count: Generated<number>; their_sum: Generated<string>; checking: Json | null };
  calendar_feed_secrets: { token_hash: Buffer; account_id: string; feed_id: string; is_revoked: Generated<boolean>; last_read_at: Date | null };
  calendar_feeds: { account_id: string; id: Generated<string>; version: Generated<number>; technician_id: string | null; created_by: string; created_at: Generated<Date>; revoked_at: Date | null };
  call_addresses: { token_hash: Buffer; account_id: string; connection_id: string };
  call_events: { account_id: string; connection_id: string; event_key: string; call_key: string; event: 'ringing' | 'answered' | 'ended' | 'missed'; direction: 'in' | 'out'; at: Date; from_number: string | null; to_number: string | null; answered_by: string | null; received_at: Date };
  call_lines: { account_id: string; connection_id: string; held_by: string | null; held_until: Date | null; registered_until: Date | null };
  call_services: { account_id: string; id: Generated<string>; version: Generated<number>; kind: 'calls' | 'twilio calls' | 'sip'; name: string; address: Generated<string>; login: Generated<string>; number: Generated<string>; office_phone: Generated<string>; is_enabled: Generated<boolean>; stopped_because: Generated<string>; created_by: string; created_at: Generated<Date> };
  call_settings: { account_id: string; id: string; version: Generated<number>; keep_days: number; ring_with: 'tel' | 'sip' };
  calls: { account_id: string; id: Generated<string>; connection_id: string; call_key: string; direction: Generated<'in' | 'out'>; state: Generated<'ringing' | 'answered' | 'ended' | 'missed'>; number: string | null; digits: Generated<string>; forms: Generated<string[]>; called: string | null; answered_by: Generated<string>; began_at: Date; answered_at: Date | null; ended_at: Date | null; customer_id: string | null; campaign_id: string | null; taken_by: string | null; taken_at: Date | null; erased_at: Date | null };
  campaigns: { account_id: string; id: Generated<string>; version: Generated<number>; name: string; sort_name: GeneratedAlways<string | null>; number: string; created_at: Generated<Date>; archived_at: Date | null };
  card_addresses: { token_hash: Buffer; account_id: string; connection_id: string };
  card_disputes: { account_id: string; id: Generated<string>; version: Generated<number>; payment_id: string; refund_id: string | null; amount: number; state: 'asked' | 'open' | 'answered' | 'won' | 'lost'; reason: string; reference: string; answer_by: Date | null; opened_at: Date };
  card_movements: { account_id: string; id: Generated<string>; version: Generated<number>; stripe_account: string; is_test: boolean; reference: string; kind: 'payment' | 'refund' | 'dispute' | 'payout' | 'fee' | 'other'; type: string; about: string; amount: number; fee: number; source: string | null; payout_id: string | null; moved_at: Date; available_at: Date };
  card_payments: { account_id: string; id: Generated<string>; version: Generated<number>; session_id: string; invoice_id: string; payment_id: string | null; stripe_account: string; is_test: boolean; amount: number; payment_intent: string; charge: string | null; card: Generated<string>; fee: number | null; paid_at: Date };
  card_payouts: { account_id: string; id: Generated<string>; version: Generated<number>; stripe_account: string; is_test: boolean; reference: string; amount: number; state: 'waiting' | 'on its way' | 'paid' | 'failed' | 'cancelled'; problem: string; breakdown: 'none' | 'waiting' | 'ready' | 'read'; arrives_on: Date; made_at: Date; read_to: string | null };
  card_readings: { account_id: string; stripe_account: string; is_test: boolean; list: 'movements' | 'payouts'; connection_id: string; read_at: Date | null; read_until: Date; newest: Date | null; read_to: string | null; counts_from: Date; opening: string | null };
  card_refunds: { account_id: string; id: Generated<string>; version: Generated<number>; payment_id: string; refund_id: string | null; amount: number; state: 'waiting' | 'pending' | 'succeeded' | 'failed'; reference: string | null; problem: Generated<string>; is_ours: boolean; made_at: Date; key_number: Generated<number>; key_asked_at: Date | null };
  card_services: { account_id: string; id: Generated<string>; version: Generated<number>; stripe_account: string; name: string; is_test: boolean; takes_payments: boolean | null; key_end: string; hears: 'nothing' | 'entered' | 'made'; endpoint: string | null; is_enabled: Generated<boolean>; stopped_because: Generated<string>; created_by: string; created_at: Generated<Date> };
  card_sessions: { account_id: string; id: Generated<string>; connection_id: string; stripe_account: string; is_test: boolean; invoice_id: string; amount: number; state: 'making' | 'open' | 'ending' | 'paid' | 'ended' | 'unclear'; reference: string | null; declined: Generated<string>; made_at: Date; ends_at: Date; over_at: Date | null; ask_at: Date | null; taken_at: Date | null; problem: Generated<string> };
  card_turns: { account_id: string; connection_id: string; turn: string; due_at: Date; heard_until: Date; account_read_at: Date | null; closed_until: Date | null; heard_after: string | null; heard_newest: Date | null };
  change_answers: { account_id: string; number: string; month: Date; answer: Json };
  change_entries: { account_id: string; number: string; month: Date; position: number; table_name: string; row_id: string; version: number; label: string; before: Json | null; after: Json | null };
  change_subjects: { account_id: string; subject_id: string; number: string };
  changes: { account_id: string; number: string; command_id: string; command_hash: Buffer; kind: string; user_id: string | null; api_key_id: string | null; at: Date; month: Date; scenario_id: string; undoes: string | null; entries: number; visit_link_id: string | null };
  charged_visits: { account_id: string; visit_id: string; invoice_id: string };
  connection_calls: { account_id: string; connection_id: string; id: Generated<string>; began_at: Date; ended_at: Date | null };
  connection_secrets: { account_id: string; connection_id: string; key_id: string; sealed_key: Buffer; sealed: Buffer };
  connections: { account_id: string; id: string; kind: 'webhook' | 'phone alerts' | 'smpp' | 'twilio' | 'stripe' | 'xero' | 'calls' | 'twilio calls' | 'sip'; worked_at: Date | null; failing_since: Date | null; failures: Generated<number>; last_error: Generated<string>; held_until: Date | null; held_by: string | null; waits_until: Date | null; waited_for: string | null; calls_wait_until: Date | null; calls_left_today: number | null };
  contacts: { account_id: string; id: Generated<string>; version: Generated<number>; customer_id: string; name: string; sort_name: GeneratedAlways<string | null>; role: Generated<string>; phone: Generated<string>; phone_digits: GeneratedAlways<string | null>; email: Generated<string>; site_id: string | null; tell_visits: Generated<'usual' | 'yes' | 'no'>; phone_tail: GeneratedAlways<string | null> };
  customer_messages: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; kind: 'confirmed' | 'changed' | 'another technician' | 'another time' | 'cancelled' | 'reminder' | 'on the way' | 'late' | 'done' | 'could not complete'; from_at: Date; to_at: Date; zone: string; to_address: string; problem: 'no address' | 'no way' | 'too many' | 'daily limit' | 'opted out' | 'ceiling' | 'not connected' | 'quiet hours' | 'unsent' | null; at: Date; agreed: Json | null; technician_id: string | null; recipients: Json<string | undefined>; expected_at: Date | null; dismissed_at: Date | null };
  customer_prices: { account_id: string; id: Generated<string>; version: Generated<number>; customer_id: string; item_id: string; price: number; price_includes_gst: Generated<boolean> };
  customer_terms: { account_id: string; id: string; version: Generated<number>; discount: Generated<number>; terms_days: number | null; bill_to_id: string | null };
  customer_waits: { account_id: string; visit_id: string; token: string; first_at: Generated<Date> };
  customers: { account_id: string; id: Generated<string>; version: Generated<number>; name: string; sort_name: GeneratedAlways<string | null>; abn: string | null; phone: Generated<string>; phone_digits: GeneratedAlways<string | null>; email: Generated<string>; note: Generated<string>; tags: Generated<string[]>; is_sample: Generated<boolean>; created_at: Generated<Date>; archived_at: Date | null; tell_by_mail: Generated<boolean>; merged_into: string | null; phone_tail: GeneratedAlways<string | null>; told_by: Generated<'usual' | 'email' | 'text' | 'both'> };
  deliveries: { account_id: string; connection_id: string; dedupe_key: string; state: 'queued' | 'claimed' | 'accepted' | 'waiting' | 'failed' | 'confirmed' | 'unknown' | 'expired' | 'cancelled'; tries: Generated<number>; made_at: Date; last_at: Date; last_error: Generated<string>; subject: string | null; part: number | null; hold_until: Date | null; not_after: Date | null; reference: string | null };
  delivery_attempts: { account_id: string; connection_id: string; dedupe_key: string; number: number; began_at: Date; ended_at: Date | null; error: Generated<string> };
  devices: { user_id: string; device_hash: Buffer; account_id: string | null; created_at: Generated<Date>; seen_at: Generated<Date> };
  enquiries: { id: string; number: Generated<string>; reference: string; name: string; email: string; phone: string; phone_digits: string; employees_no: string; technicians_no: number; licenses_required: number; notes: string; industry_id: number; state: 'new' | 'contacted' | 'qualified' | 'won' | 'provisioned' | 'lost' | 'spam'; lost_reason: string | null; owner_id: string | null; due_at: Date | null; first_contacted_at: Date | null; created_at: Date; account_id: string | null; version: Generated<number>; search: string; is_due_chosen: Generated<boolean>; invited_email: string | null; invited_at: Date | null; campaign: Generated<string> };
  enquiry_notes: { account_id: string; id: Generated<string>; enquiry_id: string; text: string; created_at: Date; version: Generated<number> };
  erasures: { account_id: string; id: string; erased: string[]; looked_to: Generated<string>; unchanged_looked_to: string | null; at: Date };
  field_records: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; kind: 'note' | 'check' | 'part' | 'signature' | 'late' | 'time'; content: Json; noted_at: Date; created_by: string | null; created_at: Generated<Date>; retracted_at: Date | null; clock_off: number | null };
  file_pieces: { account_id: string; file_id: string; part: 'received' | 'content' | 'thumbnail' | 'film' | 'poster'; start: string; bytes: number; key: string };
  files: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string | null; job_id: string | null; customer_id: string | null; site_id: string | null; kind: 'photo' | 'video' | 'document' | 'signature' | 'logo'; name: string; type: Generated<string>; bytes: string; width: number | null; height: number | null; state: 'waiting' | 'ready' | 'refused'; refusal: Generated<string>; taken_at: Date | null; created_by: string | null; created_at: Generated<Date>; deleted_at: Date | null };
  film_link_tokens: { token_hash: Buffer; account_id: string; link_id: string; film_id: string; key_id: string; ends_at: Date; first_read_at: Date | null };
  film_links: { account_id: string; id: Generated<string>; version: Generated<number>; film_id: string; made_at: Date; ends_at: Date; revoked_at: Date | null };
  films: { account_id: string; id: string; version: Generated<number>; state: 'waiting' | 'ready' | 'failed' | 'as sent'; refusal: Generated<string>; milliseconds: number | null; width: number | null; height: number | null; bytes: Generated<string>; captions: Json<string | undefined>; is_shared: Generated<boolean>; progress: Generated<number>; tries: Generated<number> };
  follow_ups: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; technician_id: string | null; kind: 'could not complete' | 'stray work'; created_at: Generated<Date>; decision: 'return visit' | 'dismissed' | null; decided_at: Date | null; decided_by: string | null; note: Generated<string> };
  heard_changes: { account_id: string; technician_id: string; number: string };
  idempotency_keys: { route: string; key_hash: Buffer; body_hash: Buffer; answer: Json | null; created_at: Generated<Date> };
  import_rows: { account_id: string; import_id: string; row: number; cells: Json | null; choice: 'new' | 'site' | 'update' | 'skip' | null; customer_id: string | null };
  imports: { account_id: string; id: string; kind: string; state: 'draft' | 'waiting' | 'running' | 'done' | 'failed'; total: number; done: number; started_at: Date; command_hash: Buffer | null; left_out: Generated<number>; tries: Generated<number>; problem: string | null; problem_count: Generated<number>; problems: Json<string | undefined>; name: Generated<string> };
  inbound_events: { account_id: string; connection_id: string; event_key: string; received_at: Date; content: Json; done_at: Date | null; tried_at: Date | null; problem: Generated<string> };
  industries: { id: number; name: string; position: number };
  invoice_counters: { account_id: string; kind: 'invoice' | 'credit note' | 'quote'; last: number };
  invoice_letters: { account_id: string; id: Generated<string>; version: Generated<number>; kind: 'invoice' | 'reminder' | 'receipt' | 'statement' | 'quote'; way: 'email' | 'text' | 'by hand'; invoice_id: string | null; payment_id: string | null; customer_id: string | null; to_name: Generated<string>; to_address: Generated<string>; note: Generated<string>; message_id: string | null; at: Date; lost_at: Date | null; quote_id: string | null };
  invoice_link_tokens: { token_hash: Buffer; account_id: string; link_id: string; invoice_id: string; key_id: string; last_read_at: Date | null };
  invoices: { account_id: string; id: Generated<string>; version: Generated<number>; kind: 'invoice' | 'credit note'; state: Generated<'draft' | 'issued'>; number: string | null; series: number | null; is_imported: Generated<boolean>; customer_id: string; bill_to_id: string; credits_id: string | null; order_number: Generated<string>; title: Generated<string>; note: Generated<string>; terms_days: number; issued_on: Date | null; due_on: Date | null; issued_at: Date | null; lines: Json<string | undefined>; work: Json<string | undefined>; visits: Generated<string[]>; jobs: Generated<string[]>; net: Generated<number>; gst: Generated<number>; total: Generated<number>; supplier: Json | null; buyer: Json | null; settled: Generated<number>; outstanding: GeneratedAlways<number | null>; sent_at: Date | null; seen_at: Date | null; created_at: Generated<Date>; sort_number: GeneratedAlways<string>; sort_due: GeneratedAlways<Date>; sort_issued: GeneratedAlways<Date>; taxable: GeneratedAlways<number>; gst_free: GeneratedAlways<number>; input_taxed: GeneratedAlways<number>; quote_id: string | null };
  items: { account_id: string; id: Generated<string>; version: Generated<number>; kind: Generated<'labour' | 'call-out' | 'part' | 'service' | 'kit'>; name: string; sort_name: GeneratedAlways<string | null>; code: Generated<string>; sort_code: GeneratedAlways<string | null>; unit: Generated<string>; price: number | null; price_includes_gst: Generated<boolean>; gst: Generated<'gst' | 'gst-free' | 'input taxed'>; cost: number | null; minimum: number | null; step: number | null; created_at: Generated<Date>; archived_at: Date | null; parts: Json<string | undefined> };
  job_counters: { account_id: string; last: number };
  job_types: { account_id: string; id: Generated<string>; version: Generated<number>; name: string; duration: number; skills: Generated<string[]>; crew_size: Generated<number>; check_list: Json<string | undefined>; colour: Generated<string>; archived_at: Date | null; is_sample: Generated<boolean>; fixed_item_id: string | null };
  jobs: { account_id: string; id: Generated<string>; version: Generated<number>; number: number; customer_id: string; site_id: string; job_type_id: string | null; description: Generated<string>; priority: Generated<'P1' | 'P2' | 'P3' | 'P4'>; due_on: Date | null; sort_due: GeneratedAlways<Date>; tags: Generated<string[]>; state: Generated<'open' | 'scheduled' | 'in progress' | 'done' | 'cancelled'>; is_sample: Generated<boolean>; created_at: Generated<Date>; archived_at: Date | null; order_number: Generated<string> };
  kept_texts: { id: string; account_id: string; direction: 'out' | 'in'; number: string; sender: string; body: string; link: Json | null; at: Date; opt_out_key: string | null };
  labour_rates: { account_id: string; id: string; version: Generated<number>; item_id: string | null };
  left_out_rows: { account_id: string; import_id: string; headings: Json; rows: Json };
  left_out_visits: { account_id: string; id: string; version: Generated<number>; reason: string; left_out_at: Date };
  limit_hits: { id: GeneratedAlways<string>; key: string; at: Date; expires_at: Date };
  links: { id: string; token_hash: Buffer; purpose: 'activation' | 'reset' | 'invitation'; email: string; account_id: string | null; user_id: string | null; registration_id: string | null; created_at: Date; expires_at: Date; used_at: Date | null; revoked_at: Date | null; invitation_id: string | null };
  live_channels: { name: string; last: string; is_relayed: Generated<boolean> };
  live_events: { channel: string; number: string; topic: string; id: string | null; at: Generated<Date> };
  lookup_queue: { account_id: string; site_id: string; due_at: Generated<Date>; tries: Generated<number> };
  mails: { id: Generated<string>; to_address: string; created_at: Generated<Date>; sent_at: Date | null; letter: Json; handed_over: Generated<number>; refused_at: Date | null; refusal: Generated<string> };
  money_settings: { account_id: string; id: string; version: Generated<number>; is_gst_registered: boolean; postal_address: string; invoice_prefix: string; first_invoice: number; credit_prefix: string; first_credit: number; terms_days: number; invoice_note: string; labour_item_id: string | null; call_out_item_id: string | null; reminder_days: number[]; lock_date: Date | null; gst_basis: Generated<'cash' | 'accrual'>; xero_sales_account: Generated<string>; myob_sales_account: Generated<string>; myob_bank_account: Generated<string>; work_from: Date | null; work_from_reason: Generated<string>; technicians_show_invoices: Generated<boolean>; sends_card_receipts: Generated<boolean>; quote_prefix: Generated<string>; first_quote: Generated<number>; quote_days: Generated<number>; quote_terms: Generated<string> };
  outbox: { position: GeneratedAlways<string>; id: Generated<string>; topic: string; payload: Json; created_at: Generated<Date>; delay_seconds: Generated<number>; held_for: string | null };
  payment_reminding_accounts: { account_id: string };
  payments: { account_id: string; id: Generated<string>; version: Generated<number>; kind: Generated<'payment' | 'refund'>; customer_id: string; method: 'cash' | 'transfer' | 'card' | 'cheque' | 'other'; amount: number; received_on: Date; reference: Generated<string>; note: Generated<string>; taken_back_at: Date | null; taken_back_on: Date | null; taken_back_reason: Generated<string>; created_at: Generated<Date>; used: Generated<number>; unused: GeneratedAlways<number | null>; provider: 'stripe' | 'xero' | null; provider_reference: string | null };
  plain_secrets: { account_id: string; connection_id: string; secret: string };
  plan_queue: { run_id: string; account_id: string; asked_at: Generated<Date>; process_id: string | null; lease_until: Date | null; is_stopped: Generated<boolean>; scenario_id: Generated<string> };
  plan_runs: { account_id: string; id: string; user_id: string | null; api_key_id: string | null; asked_at: Date; from_date: Date; to_date: Date; technicians: string[] | null; visits: string[] | null; way: 'plan' | 'fill gaps' | 'repair'; seconds: number; state: Generated<'waiting' | 'running' | 'finished' | 'stopped' | 'failed'>; began_at: Date | null; ended_at: Date | null; share: Generated<number>; problem: string | null; before: Json | null; after: Json | null; best: Json<string | undefined>; scenario_id: Generated<string>; delay_of: string | null };
  plan_turns: { account_id: string; begun_at: Date };
  plans: { code: string; name: string; licences: number; price_cents: number; position: number; licence_cents: number };
  proposal_items: { account_id: string; proposal_id: string; id: Generated<string>; position: number; visit_id: string; kind: 'moved' | 'added' | 'freed' | 'unplaced'; before: Json | null; after: Json | null; reasons: Json; remedies: Json<string | undefined>; agreed: Json | null; accepted_at: Date | null };
  proposals: { account_id: string; id: string; version: Generated<number>; run_id: string; state: Generated<'open' | 'accepted' | 'rejected' | 'superseded'>; made_at: Date; from_date: Date; to_date: Date; base: string; before: Json; after: Json; days: Json<string | undefined>; scenario_id: Generated<string>; decided_by_user: string | null; decided_by_key: string | null };
  quote_link_tokens: { token_hash: Buffer; account_id: string; link_id: string; quote_id: string; key_id: string; last_read_at: Date | null };
  quote_questions: { account_id: string; id: Generated<string>; version: Generated<number>; quote_id: string; text: string; asked_at: Date; answered_at: Date | null };
  quotes: { account_id: string; id: Generated<string>; version: Generated<number>; state: Generated<'draft' | 'sent' | 'accepted' | 'declined' | 'replaced'>; number: string | null; revision: Generated<number>; replaces_id: string | null; is_template: Generated<boolean>; template_id: string | null; customer_id: string | null; job_id: string | null; visit_id: string | null; site_id: string | null; title: Generated<string>; note: Generated<string>; terms: Generated<string>; valid_days: Generated<number>; deposit_percent: number | null; deposit_cents: number | null; options: Json<string | undefined>; lines: Json<string | undefined>; net: Generated<number>; gst: Generated<number>; total: Generated<number>; sent_on: Date | null; valid_until: Date | null; supplier: Json | null; buyer: Json | null; choice: Json | null; decided_at: Date | null; decided_by: string | null; is_own_decision: Generated<boolean>; reason: Generated<string>; sent_at: Date | null; seen_at: Date | null; created_at: Generated<Date>; sort_number: GeneratedAlways<string>; sort_until: GeneratedAlways<Date> };
  registrations: { id: string; email: string; first_name: string; last_name: string; phone: string; plan_code: string; password_hash: string; browser_hash: Buffer; created_at: Date; password_hint: number | null };
  reminder_stops: { account_id: string; id: Generated<string>; version: Generated<number>; invoice_id: string; reason: Generated<string>; at: Date };
  reminding_accounts: { account_id: string };
  remote_links: { account_id: string; id: Generated<string>; organisation: string; noun: 'contact' | 'invoice' | 'credit note' | 'allocation'; subject_id: string; state: 'sending' | 'linked' | 'left out'; remote_id: string | null; remote_within: string | null; is_made: Generated<boolean>; sent_hash: Generated<string>; linked_at: Date; remote_for: string | null; checked_at: Date | null };
  report_choices: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; sections: Json<string | undefined>; photos: Json<string | undefined>; answers: Json<string | undefined> };
  report_documents: { account_id: string; visit_id: string; id: string; fingerprint: string; is_ready: Generated<boolean>; drawn: Generated<number>; pictures: number; asked_at: Date };
  report_mails: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; to_name: string; to_address: string; at: Date; sent: Json | null };
  road_lines: { account_id: string; origin: string; destination: string; line: string | null; asked_at: Date };
  road_times: { account_id: string; origin: string; destination: string; seconds: number | null; metres: number | null; asked_at: Date };
  scenario_bases: { account_id: string; scenario_id: string; id: string; live_id: string; visit_id: string | null; technician_id: string; starts_at: Date; ends_at: Date };
  scenarios: { account_id: string; id: Generated<string>; name: string; created_at: Generated<Date>; version: Generated<number>; from_date: Date | null; to_date: Date | null; base: string | null; state: Generated<'open' | 'taken over' | 'discarded'>; user_id: string | null; api_key_id: string | null };
  schema_migrations: { name: string; checksum: string; applied_at: Generated<Date> };
  search_words: { account_id: string; word: string; table_name: string; row_id: string };
  sessions: { token_hash: Buffer; account_id: string | null; user_id: string; created_at: Generated<Date>; seen_at: Generated<Date>; expires_at: Date; user_agent: Generated<string>; id: Generated<string>; ends_at: Generated<Date> };
  settled_calls: { account_id: string; id: string; version: Generated<number>; customer_id: string | null; how: 'rang back' | 'done'; done_at: Date; done_by: string | null };
  sign_ins: { email: string; account_id: string | null; user_id: string };
  sites: { account_id: string; id: Generated<string>; version: Generated<number>; customer_id: string; name: Generated<string>; address: Generated<string>; suburb_id: number | null; suburb: Generated<string>; region: Generated<string>; postcode: Generated<string>; latitude: number; longitude: number; position_is_exact: Generated<boolean>; zone: string; access_notes: Generated<string>; hazards: Generated<string>; preferred: Generated<string[]>; banned: Generated<string[]>; created_at: Generated<Date>; archived_at: Date | null; position_is_found: Generated<boolean> };
  skills: { account_id: string; id: Generated<string>; version: Generated<number>; name: string; needs_ticket: Generated<boolean>; archived_at: Date | null; is_sample: Generated<boolean> };
  staff: { id: Generated<string>; email: string; first_name: string; last_name: string; password_hash: string; created_at: Generated<Date>; disabled_at: Date | null };
  suburb_editions: { edition: string; filled_at: Generated<Date> };
  suburbs: { id: number; name: string; region: string; postcode: string; latitude: number; longitude: number; zone: string; area: Generated<string> };
  sweeps: { name: string; after: Generated<string>; at: Date };
  taps: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; technician_id: string | null; step: 'en route' | 'on site' | 'done'; at: Date; clock_off: number | null; is_stray: Generated<boolean>; created_by: string | null; created_at: Generated<Date>; retracted_at: Date | null; place: GeneratedAlways<string> };
  team_invitations: { account_id: string; id: Generated<string>; version: Generated<number>; email: string; role: 'owner' | 'dispatcher' | 'bookkeeper' | 'technician'; technician_id: string | null; invited_by: string; created_at: Generated<Date>; sent_at: Date; expires_at: Date; accepted_at: Date | null; revoked_at: Date | null };
  technicians: { account_id: string; id: Generated<string>; version: Generated<number>; name: string; sort_name: GeneratedAlways<string | null>; phone: Generated<string>; email: Generated<string>; colour: Generated<string>; skills: Generated<string[]>; base_suburb_id: number | null; base_latitude: number | null; base_longitude: number | null; working_week: Json | null; user_id: string | null; is_active: Generated<boolean>; note: Generated<string>; is_sample: Generated<boolean>; created_at: Generated<Date>; archived_at: Date | null; scenario_id: Generated<string | null> };
  text_answers: { account_id: string; id: string; version: Generated<number>; customer_id: string | null; done_at: Date; done_by: string | null };
  text_lines: { account_id: string; connection_id: string; held_by: string | null; held_until: Date | null };
  text_months: { account_id: string; month: Date; texts: number; parts: number; spent: number };
  text_opt_out_tokens: { token_hash: Buffer; account_id: string; number: string; key_id: string };
  text_opt_outs: { account_id: string; number: string; at: Date };
  text_services: { account_id: string; id: Generated<string>; version: Generated<number>; kind: 'smpp' | 'twilio'; address: string; login: string; system_type: Generated<string>; long_texts: Generated<'parts' | 'whole'>; is_enabled: Generated<boolean>; stopped_because: Generated<string>; created_by: string; created_at: Generated<Date> };
  text_settings: { account_id: string; id: string; version: Generated<number>; sender: string; part_price: number; monthly_ceiling: number; quiet_from: string; quiet_to: string };
  texts: { account_id: string; id: Generated<string>; direction: 'out' | 'in'; number: string; body: string; link: Json | null; kind: string; customer_id: string | null; contact_id: string | null; visit_id: string | null; encoding: 'GSM-7' | 'UCS-2'; parts: number; price: number; state: 'waiting' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'unsent' | 'expired' | 'received'; error: Generated<string>; made_at: Date; hold_until: Date; not_after: Date | null; settled_at: Date | null; connection_id: string | null; opt_out_key: string | null };
  tickets: { account_id: string; id: Generated<string>; version: Generated<number>; technician_id: string; skill_id: string; kind: string; issuer: Generated<string>; number: Generated<string>; expires_on: Date | null; scenario_id: Generated<string | null> };
  unchanged_commands: { account_id: string; command_id: string; command_hash: Buffer; number: string; at: Date; answer: Json };
  undos: { account_id: string; id: string; number: string; rest_alone: boolean; state: Generated<'waiting' | 'running' | 'failed'>; total: number; done: Generated<number>; tries: Generated<number>; user_id: string | null; api_key_id: string | null; role: string; scenario_id: string | null; at: Date; refusal: Json | null; money: Generated<string> };
  uploads: { account_id: string; id: string; user_id: string | null; api_key_id: string | null; length: string; received: Generated<string>; file: Json; created_at: Date; expires_at: Date };
  users: { account_id: string; id: Generated<string>; email: string; first_name: string; last_name: string; role: 'owner' | 'dispatcher' | 'bookkeeper' | 'technician'; password_hash: Generated<string>; created_at: Generated<Date>; disabled_at: Date | null; version: Generated<number>; signed_out_at: Date | null; money: Generated<'none' | 'drafts' | 'all'> };
  visit_link_tokens: { token_hash: Buffer; account_id: string; link_id: string; key_id: string; is_revoked: Generated<boolean>; due_at: Date; first_read_at: Date | null; last_read_at: Date | null };
  visit_links: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; made_at: Date; revoked_at: Date | null };
  visit_offers: { account_id: string; id: string; visit_id: string; made_at: Date; starts_at: Date; technicians: string[]; on_date: Date; window_from: string; window_to: string; seen: Json };
  visit_requests: { account_id: string; id: Generated<string>; version: Generated<number>; visit_id: string; kind: 'another time' | 'cancel' | 'note' | 'gate code' | 'word'; content: Json; made_at: Date; decision: 'accepted' | 'declined' | 'done' | null; decided_at: Date | null; decided_by: string | null; reply: Generated<string> };
  visits: { account_id: string; id: Generated<string>; version: Generated<number>; job_id: string; number: number; duration: number; on_date: Date | null; window_from: string | null; window_to: string | null; not_before: Date | null; due_by: Date | null; crew_size: Generated<number>; skills: Generated<string[]>; crew_skills: Json<string | undefined>; check_list: Json<string | undefined>; note: Generated<string>; dispatched_at: Date | null; outcome: 'completed' | 'needs return' | 'could not complete' | null; outcome_reason: Generated<string>; cancelled_at: Date | null; return_of: string | null; state: Generated<'unscheduled' | 'planned' | 'dispatched' | 'en route' | 'on site' | 'completed' | 'needs return' | 'could not complete' | 'cancelled'>; created_at: Generated<Date>; entered_at: Date | null; entered_by: string | null; confirmed_at: Date | null; confirmed_for: Json | null };
  waiting_imports: { account_id: string; id: string; user_id: string | null; api_key_id: string | null; role: string; scenario_id: string | null; csv: string; columns: Json | null; at: Date; is_draft: Generated<boolean>; skips_problems: Generated<boolean>; alike: Generated<'suggested' | 'new' | 'site' | 'update' | 'skip'> };
  webhook_progress: { account_id: string; webhook_id: string; sent: string; wanted: string };
  webhooks: { account_id: string; id: Generated<string>; version: Generated<number>; url: string; is_enabled: Generated<boolean>; stopped_because: Generated<string>; created_by: string; created_at: Generated<Date> };
  write_probe: { payload: Buffer };
}
/** What the role that serves may do. A start gives it again what it lacks of that. */
export const grants: readonly string[] = [
  'delete, insert, select on table left_out_rows',
  'delete, insert, select on table limit_hits',
  'delete, insert, select on table live_events',
  'delete, insert, select on table outbox',
  'delete, insert, select on table registrations',
  'delete, insert, select on table scenario_bases',
  'delete, insert, select on table search_words',
  'delete, insert, select on table text_opt_out_tokens',
  'delete, insert, select on table unchanged_commands',
  'delete, insert, select on table visit_offers',
  'delete, insert, select on table write_probe',
  'delete, insert, select, update on table absences',
  'delete, insert, select, update on table accounting_authorisations',
  'delete, insert, select, update on table accounting_charts',
  'delete, insert, select, update on table accounting_services',
  'delete, insert, select, update on table address_lookups',
  'delete, insert, select, update on table alerted_phones',
  'delete, insert, select, update on table allocations',
  'delete, insert, select, update on table assignments',
  'delete, insert, select, update on table bank_details',
  'delete, insert, select, update on table billing_invoices',
  'delete, insert, select, update on table book_differences',
  'delete, insert, select, update on table book_progress',
  'delete, insert, select, update on table call_addresses',
  'delete, insert, select, update on table call_events',
  'delete, insert, select, update on table call_lines',
  'delete, insert, select, update on table call_services',
  'delete, insert, select, update on table call_settings',
  'delete, insert, select, update on table calls',
  'delete, insert, select, update on table campaigns',
  'delete, insert, select, update on table card_addresses',
  'delete, insert, select, update on table card_disputes',
  'delete, insert, select, update on table card_movements',
  'delete, insert, select, update on table card_payments',
  'delete, insert, select, update on table card_payouts',
  'delete, insert, select, update on table card_readings',
  'delete, insert, select, update on table card_refunds',
  'delete, insert, select, update on table card_services',
  'delete, insert, select, update on table card_sessions',
  'delete, insert, select, update on table card_turns',
  'delete, insert, select, update on table charged_visits',
  'delete, insert, select, update on table connection_calls',
  'delete, insert, select, update on table connections',
  'delete, insert, select, update on table contacts',
  'delete, insert, select, update on table customer_messages',
  'delete, insert, select, update on table customer_prices',
  'delete, insert, select, update on table customer_terms',
  'delete, insert, select, update on table customer_waits',
  'delete, insert, select, update on table customers',
  'delete, insert, select, update on table deliveries',
  'delete, insert, select, update on table delivery_attempts',
  'delete, insert, select, update on table devices',
  'delete, insert, select, update on table enquiry_notes',
  'delete, insert, select, update on table erasures',
  'delete, insert, select, update on table field_records',
  'delete, insert, select, update on table file_pieces',
  'delete, insert, select, update on table files',
  'delete, insert, select, update on table film_link_tokens',
  'delete, insert, select, update on table film_links',
  'delete, insert, select, update on table films',
  'delete, insert, select, update on table follow_ups',
  'delete, insert, select, update on table heard_changes',
  'delete, insert, select, update on table idempotency_keys',
  'delete, insert, select, update on table import_rows',
  'delete, insert, select, update on table imports',
  'delete, insert, select, update on table inbound_events',
  'delete, insert, select, update on table invoice_counters',
  'delete, insert, select, update on table invoice_letters',
  'delete, insert, select, update on table invoice_link_tokens',
  'delete, insert, select, update on table invoices',
  'delete, insert, select, update on table items',
  'delete, insert, select, update on table job_types',
  'delete, insert, select, update on table jobs',
  'delete, insert, select, update on table kept_texts',
  'delete, insert, select, update on table labour_rates',
  'delete, insert, select, update on table left_out_visits',
  'delete, insert, select, update on table links',
  'delete, insert, select, update on table lookup_queue',
  'delete, insert, select, update on table mails',
  'delete, insert, select, update on table money_settings',
  'delete, insert, select, update on table payments',
  'delete, insert, select, update on table plan_queue',
  'delete, insert, select, update on table plan_runs',
  'delete, insert, select, update on table plan_turns',
  'delete, insert, select, update on table proposal_items',
  'delete, insert, select, update on table proposals',
  'delete, insert, select, update on table quote_link_tokens',
  'delete, insert, select, update on table quote_questions',
  'delete, insert, select, update on table quotes',
  'delete, insert, select, update on table reminder_stops',
  'delete, insert, select, update on table remote_links',
  'delete, insert, select, update on table report_choices',
  'delete, insert, select, update on table report_documents',
  'delete, insert, select, update on table report_mails',
  'delete, insert, select, update on table road_lines',
  'delete, insert, select, update on table road_times',
  'delete, insert, select, update on table sessions',
  'delete, insert, select, update on table settled_calls',
  'delete, insert, select, update on table sites',
  'delete, insert, select, update on table skills',
  'delete, insert, select, update on table staff',
  'delete, insert, select, update on table suburbs',
  'delete, insert, select, update on table taps',
  'delete, insert, select, update on table technicians',
  'delete, insert, select, update on table text_answers',
  'delete, insert, select, update on table text_lines',
  'delete, insert, select, update on table text_months',
  'delete, insert, select, update on table text_opt_outs',
  'delete, insert, select, update on table text_services',
  'delete, insert, select, update on table text_settings',
  'delete, insert, select, update on table texts',
  'delete, insert, select, update on table tickets',
  'delete, insert, select, update on table undos',
  'delete, insert, select, update on table uploads',
  'delete, insert, select, update on table users',
  'delete, insert, select, update on table visit_link_tokens',
  'delete, insert, select, update on table visit_links',
  'delete, insert, select, update on table visit_requests',
  'delete, insert, select, update on table visits',
  'delete, insert, select, update on table waiting_imports',
  'delete, insert, select, update on table webhook_progress',
  'delete, insert, select, update on table webhooks',
  'execute on function accounts_with_people()',
  'execute on function erase_from_log(text,jsonb)',
  'execute on function find_sign_in(text,bytea,bytea,smallint)',
  'execute on function forget_naming_answers(uuid[],bigint,bigint)',
  'execute on function forget_own_answers(uuid[])',
  'execute on function forget_unchanged_answers(uuid[],uuid,integer)',
  'execute on function is_registered(text)',
  'execute on function keep_log_months()',
  'execute on function read_only_of(uuid)',
  'execute on function use_session(bytea,timestamp with time zone,timestamp with time zone)',
  'insert, select on table billed_customers',
  'insert, select on table change_answers',
  'insert, select on table change_entries',
  'insert, select on table change_subjects',
  'insert, select on table changes',
  'insert, select on table suburb_editions',
  'insert, select, update on table accounts',
  'insert, select, update on table api_key_secrets',
  'insert, select, update on table api_keys',
  'insert, select, update on table billing',
  'insert, select, update on table calendar_feed_secrets',
  'insert, select, update on table calendar_feeds',
  'insert, select, update on table connection_secrets',
  'insert, select, update on table enquiries',
  'insert, select, update on table job_counters',
  'insert, select, update on table live_channels',
  'insert, select, update on table scenarios',
  'insert, select, update on table sweeps',
  'insert, select, update on table team_invitations',
  'select on table accounts_with_books',
  'select on table accounts_with_calls',
  'select on table billing_dues',
  'select on table industries',
  'select on table payment_reminding_accounts',
  'select on table plans',
  'select on table reminding_accounts',
  'select, update on table subscriptions',
  'update (held_for, id) on table outbox',
  'update (id) on table registrations',
  'usage on schema public',
  'usage on sequence enquiry_numbers',
];
