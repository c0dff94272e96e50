// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface ChineseBirthYear {
  animal:
    | 'rat'
    | 'ox'
    | 'tiger'
    | 'rabbit'
    | 'dragon'
    | 'snake'
    | 'horse'
    | 'goat'
    | 'monkey'
    | 'rooster'
    | 'dog'
    | 'pig';
  element: 'wood' | 'fire' | 'earth' | 'metal' | 'water';
  /**
   * The lunar year of birth
   */
  year: number;
  yin_yang: 'yin' | 'yang';
}
