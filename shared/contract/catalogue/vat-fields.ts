import { Type } from '../fields.js';

/** A number, or text with a comma or a point before the decimals and any usual thousands separator. */
export const amount = (description: string) =>
  Type.Union([Type.Number(), Type.String({ maxLength: 40 })], {
    description,
    shape: 'a number such as 1234.56 or 1.234,56',
  });

export const vatTypes = ['standard', 'reduced', 'super-reduced', 'zero'] as const;
