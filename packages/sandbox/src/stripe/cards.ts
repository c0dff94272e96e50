import type { CardError } from './objects.js';

/** Behaviour of a test card. */
export interface TestCard {
  number: string;
  brand: string;
  /** Displayed details. */
  shows: string;
  declines?: CardError;
  /** True if it requires authentication on the page, and true if it does even when saved. */
  authenticates?: 'once' | 'always';
  /** True if its owner disputes the payment at once. */
  disputes?: true;
}

const declined = (decline_code: string): CardError => ({
  code: 'card_declined',
  decline_code,
  message: decline_code === 'insufficient_funds' ? 'Your card has insufficient funds.' : 'Your card was declined.',
  type: 'card_error',
});

/** Card that can be saved, but not charged. */
export const SAVED_ONLY = '4000000000000341';

/** Numbers of docs.stripe.com/testing. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', shows: 'pays' },
  { number: '5555555555554444', brand: 'mastercard', shows: 'pays' },
  { number: '4000000000000002', brand: 'visa', shows: 'is declined', declines: declined('generic_decline') },
  { number: '4000000000009995', brand: 'visa', shows: 'has no funds', declines: declined('insufficient_funds') },
  { number: SAVED_ONLY, brand: 'visa', shows: 'can be saved, but not charged', declines: declined('generic_decline') },
  { number: '4000002500003155', brand: 'visa', shows: 'asks for authentication', authenticates: 'once' },
  { number: '4000002760003184', brand: 'visa', shows: 'asks for authentication every time', authenticates: 'always' },
  { number: '4000000000000259', brand: 'visa', shows: 'pays, and disputes it', disputes: true },
];

export const authenticationRequired: CardError = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  type: 'card_error',
};

export const authenticationFailed: CardError = {
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication.',
  type: 'card_error',
};
