import { named, Type } from '../fields.js';

const anyAmount = named(
  'Amount',
  Type.Union([Type.Number(), Type.String({ maxLength: 40 })], { shape: 'a number such as 1234.56 or 1.234,56' }),
);

/** A number, or text with a comma or a point before the decimals and any usual thousands separator. */
export const amount = (description: string, brief = description) => ({ ...anyAmount, description, brief });

/** An amount that ordinary requests leave out. */
export const advancedAmount = (description: string) => ({ ...anyAmount, description, advanced: true as const });

export const vatTypes = ['standard', 'reduced', 'super-reduced', 'zero'] as const;
