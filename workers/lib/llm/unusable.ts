/** An answer that cannot be used, and why. The model is told the reason when it is asked again. */
export class Unusable extends Error {
  override readonly name: string = 'Unusable';
}

export const unusable = (reason: string): Unusable => new Unusable(reason);

/** An answer that ended before it was whole, or before it began, because the model had used up its tokens. */
export class CutShort extends Unusable {
  override readonly name = 'CutShort';
}

/** The endpoint would not take the question. Some refuse schemas so: these are asked again without. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** The endpoint would not have anything written on this: it would not the second time either. */
export class Filtered extends Refused {
  override readonly name = 'Filtered';
}
