/** Objects of the API, as far as the sandbox supports them. Instants are seconds since 1970, money is in the smallest unit of its currency. */
interface BaseObject<Name extends string> {
  id: string;
  object: Name;
  created: number;
  livemode: false;
}

export type Metadata = Record<string, string>;

export interface Customer extends BaseObject<'customer'> {
  email: string | null;
  name: string | null;
  invoice_settings: { default_payment_method: string | null };
  metadata: Metadata;
}

export interface PaymentMethod extends BaseObject<'payment_method'> {
  type: 'card';
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  customer: string | null;
  metadata: Metadata;
}

export interface Session extends BaseObject<'checkout.session'> {
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
  subscription: string | null;
  customer: string | null;
  client_reference_id: string | null;
  metadata: Metadata;
  amount_subtotal: number;
  amount_total: number;
  /** Absent from sessions that an earlier version has stored. */
  automatic_tax?: { enabled: boolean; status: 'requires_location_inputs' | 'complete' | null };
  customer_details?: { address: { country: string }; tax_ids: [] } | null;
  total_details?: {
    amount_discount: number;
    amount_shipping: number;
    amount_tax: number;
    breakdown?: { discounts: []; taxes: object[] };
  };
  currency: string;
  expires_at: number;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
}

export interface CardError {
  code: string;
  decline_code?: string;
  message: string;
  type: 'card_error';
}

export interface Intent extends BaseObject<'payment_intent'> {
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  payment_method: string | null;
  latest_charge: string | null;
  last_payment_error: CardError | null;
  setup_future_usage: 'off_session' | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  metadata: Metadata;
}

export interface Charge extends BaseObject<'charge'> {
  amount: number;
  amount_refunded: number;
  currency: string;
  customer: string | null;
  payment_intent: string;
  payment_method: string;
  paid: boolean;
  refunded: boolean;
  disputed: boolean;
  status: 'succeeded' | 'failed';
  failure_code: string | null;
  metadata: Metadata;
}

export interface Refund extends BaseObject<'refund'> {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'failed';
  metadata: Metadata;
}

export interface Dispute extends BaseObject<'dispute'> {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: 'needs_response' | 'won' | 'lost';
  metadata: Metadata;
}

export interface Price extends BaseObject<'price'> {
  active: boolean;
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  product: string;
  recurring: { interval: 'month'; interval_count: 1 };
  tax_behavior?: 'inclusive' | 'exclusive';
  type: 'recurring';
  unit_amount: number;
}

export interface Coupon extends BaseObject<'coupon'> {
  amount_off: number | null;
  currency: string | null;
  duration: 'forever' | 'once' | 'repeating';
  duration_in_months: number | null;
  name: string | null;
  percent_off: number | null;
  valid: boolean;
}

export interface List<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  current_period_start: number;
  current_period_end: number;
  metadata: Metadata;
  price: Price;
  quantity: 1;
}

export interface Subscription extends BaseObject<'subscription'> {
  automatic_tax: { enabled: boolean };
  status: 'active' | 'past_due' | 'canceled';
  customer: string;
  currency: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  default_payment_method: string | null;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  metadata: Metadata;
}

export interface InvoiceLine {
  id: string;
  object: 'line_item';
  /** Before discounts, unless it is a proration. */
  amount: number;
  currency: string;
  discount_amounts: { amount: number; discount: string }[];
  parent: {
    type: 'subscription_item_details';
    subscription_item_details: { proration: boolean; subscription: string; subscription_item: string };
  };
  period: { start: number; end: number };
  pricing: { type: 'price_details'; price_details: { price: string; product: string }; unit_amount_decimal: string };
  quantity: 1;
}

export interface Invoice extends BaseObject<'invoice'> {
  automatic_tax: { enabled: boolean };
  customer_address: { country: string } | null;
  customer_tax_ids: [];
  total_taxes: { amount: number; taxability_reason: string; tax_rate_details: { tax_rate: string } }[];
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  customer: string;
  currency: string;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  subtotal: number;
  total: number;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  hosted_invoice_url: string | null;
  lines: List<InvoiceLine>;
  parent: {
    type: 'subscription_details';
    subscription_details: { subscription: string; metadata: Metadata };
  };
  /** Shown on request. */
  payments?: List<InvoicePayment>;
  status_transitions: { finalized_at: number; paid_at: number | null; voided_at: number | null };
}

/** Payment of an invoice. */
export interface InvoicePayment {
  id: string;
  object: 'invoice_payment';
  amount_paid: number;
  invoice: string;
  is_default: true;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: 'paid';
}

export interface PortalSession extends BaseObject<'billing_portal.session'> {
  customer: string;
  return_url: string | null;
  url: string;
}

export interface Event extends BaseObject<'event'> {
  type: string;
  api_version: string;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  data: { object: StripeObject; previous_attributes?: object };
}

export interface Endpoint extends BaseObject<'webhook_endpoint'> {
  url: string;
  status: 'enabled';
  enabled_events: string[];
  metadata: Metadata;
  secret: string;
}

export type StripeObject =
  | Customer
  | PaymentMethod
  | Session
  | Intent
  | Charge
  | Refund
  | Dispute
  | Price
  | Coupon
  | Subscription
  | Invoice
  | PortalSession
  | Endpoint;
