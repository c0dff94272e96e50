/** An answer that cannot be used, and why. The model is told the reason when it is asked again. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

export const unusable = (reason: string): Unusable => new Unusable(reason);

/** The endpoint would not take the question. Some refuse schemas so: these are asked again without. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
