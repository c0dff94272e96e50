/** Objects of the API, as far as they are used. Instants are seconds since 1970, money is in the smallest unit of its currency. */
interface Shown<Name extends string> {
  id: string;
  object: Name;
  created: number;
  livemode: false;
}

export type Metadata = Record<string, string>;

export interface Customer extends Shown<'customer'> {
  email: string | null;
  name: string | null;
  metadata: Metadata;
}

export interface PaymentMethod extends Shown<'payment_method'> {
  type: 'card';
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  customer: string | null;
  metadata: Metadata;
}

export interface Session extends Shown<'checkout.session'> {
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
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

export interface Intent extends Shown<'payment_intent'> {
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

export interface Charge extends Shown<'charge'> {
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

export interface Refund extends Shown<'refund'> {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'failed';
  metadata: Metadata;
}

export interface Dispute extends Shown<'dispute'> {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: 'needs_response' | 'won' | 'lost';
  metadata: Metadata;
}

export interface Event extends Shown<'event'> {
  type: string;
  api_version: string;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  data: { object: StripeObject };
}

export interface Endpoint extends Shown<'webhook_endpoint'> {
  url: string;
  status: 'enabled';
  enabled_events: string[];
  metadata: Metadata;
  secret: string;
}

export type StripeObject = Customer | PaymentMethod | Session | Intent | Charge | Refund | Dispute | Endpoint;
