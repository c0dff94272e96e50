/** A prefix, alone and with each continuation. */
const after = (texts: string): readonly string[] => ['{s}', ...texts.split(' / ').map((text) => `{s} ${text}`)];

/** Continuations of searches, by language; `{s}` is the prefix. */
export const turns: Readonly<Record<string, readonly string[]>> = {
  en: after(
    'for beginners / near me / tutorial / vs / explained / ideas / meaning / at home / step by step / live / tips and tricks',
  ),
  de: after(
    'für anfänger / kaufen / erklärt / selber machen / in der nähe / ideen / bedeutung / tipps / test / zu hause',
  ),
  es: after(
    'para principiantes / en español / cerca de mí / paso a paso / precio / en casa / significado / consejos / fácil / en vivo',
  ),
  fr: after(
    'pour débutants / expliqué / pas cher / près de moi / définition / maison / facile / avis / conseils / en direct',
  ),
  it: after(
    'per principianti / spiegato / vicino a me / prezzo / fatto in casa / significato / consigli / facile / passo dopo passo / dal vivo',
  ),
  pt: after(
    'para iniciantes / perto de mim / preço / passo a passo / em casa / significado / dicas / fácil / ao vivo / em português',
  ),
  nl: after('voor beginners / kopen / uitleg / in de buurt / betekenis / zelf maken / tips / thuis / ideeën'),
  pl: after('dla początkujących / cena / krok po kroku / w domu / co to jest / porady / opinie / po polsku / na żywo'),
  sv: after('för nybörjare / pris / steg för steg / hemma / betydelse / tips / nära mig / på svenska / idéer'),
  tr: after(
    'nedir / nasıl yapılır / fiyatları / yeni başlayanlar için / evde / ne demek / yorumları / canlı / önerileri',
  ),
  id: after('untuk pemula / terdekat / adalah / harga / di rumah / artinya / terbaru / mudah / langkah demi langkah'),
  ru: after('для начинающих / цена / своими руками / что это / рядом со мной / дома / отзывы / пошагово / советы'),
  ar: after('للمبتدئين / بالقرب مني / في البيت / خطوة بخطوة / معنى / أسعار / نصائح / مباشر / شرح'),
  ja: after('とは / 初心者 / おすすめ / やり方 / 人気 / 近く / 意味 / 簡単 / 値段'),
  zh: after('入门 / 推荐 / 是什么 / 教程 / 价格 / 附近 / 意思 / 技巧 / 在家'),
  ko: after('뜻 / 추천 / 초보 / 하는 법 / 가격 / 근처 / 후기 / 집에서 / 꿀팁'),
  hi: after('क्या है / कैसे करें / हिंदी में / घर पर / का मतलब / कीमत / टिप्स / आसान तरीका / लाइव'),
};
