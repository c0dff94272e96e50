import damerauLevenshtein from 'damerau-levenshtein';

/** Characters that are read as others, longest first. */
const CONFUSABLES: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', 0: 'o', 1: 'l', i: 'l', 5: 's' };

/**
 * Computes the skeleton of a name, which is equal for names that look alike. Hyphens count between digits only, so that `table-1-1` and
 * `table-11` differ.
 *
 * @param name a slug or a code, in any letter case
 */
export const computeSkeleton = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(?<!\d)-|-(?!\d)/g, '')
    .replace(/rn|vv|[01i5]/g, (sign) => CONFUSABLES[sign] ?? sign);

const parseWords = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Brands that are no ordinary words: refused anywhere in a slug. */
const BRANDS = parseWords(`
  paypal venmo zelle cashapp revolut monzo klarna afterpay transferwise payoneer skrill neteller paysafe paysafecard
  westernunion moneygram worldpay adyen sumup paytm phonepe razorpay mercadopago alipay wechatpay unionpay applepay googlepay
  samsungpay bizum vipps mobilepay twint giropay bancontact mastercard maestrocard americanexpress amex dinersclub
  bankofamerica jpmorgan jpmorganchase wellsfargo citibank citigroup capitalone usbank truist pncbank goldmansachs
  morganstanley charlesschwab ameritrade etrade hsbc barclays natwest lloydsbank nationwidebuilding bbva caixabank bankinter
  unicredit intesasanpaolo bnpparibas creditagricole societegenerale creditmutuel banquepopulaire caissedepargne
  labanquepostale boursorama deutschebank commerzbank sparkasse volksbank raiffeisen raiffeisenbank postbank comdirect
  consorsbank dkbbank ingdiba n26 creditsuisse postfinance zuercherkantonalbank erstebank bawag rabobank abnamro kbcbank
  belfius nordea danskebank swedbank handelsbanken sebbank dnbbank pkobank mbank millenniumbank bankmillennium otpbank sberbank
  tinkoff alfabank isbank akbank garantibbva icicibank hdfcbank axisbank statebankofindia bankofchina icbc
  chinaconstructionbank mizuho mufg sumitomo dbsbank ocbc westpac commbank commonwealthbank nabbank anzbank scotiabank tdbank
  rbcbank royalbank itau bradesco nubank bancodobrasil caixaeconomica banorte bancomer banamex firstdirect standardchartered
  standardbank absa nedbank capitec coinbase binance bitfinex bitstamp bitpay bybit okx kucoin cryptocom metamask trustwallet
  ledgerlive ledgerwallet trezor uniswap opensea blockchaincom blockfi etoro xrpl google gmail googledrive googledocs
  googlemaps youtube android microsoft outlookcom hotmail onedrive office365 microsoft365 msoffice xbox skype linkedin github
  gitlab bitbucket icloud appleid itunes iphone ipad macbook facebook instagram whatsapp tiktok bytedance snapchat pinterest
  reddit tumblr twitter discordapp wechat weibo viber quora wikipedia wikimedia wordpress squarespace shopify wixsite godaddy
  namecheap cloudflare digitalocean ovhcloud amazonaws awsamazon salesforce hubspot zendesk atlassian jira trello docusign
  dropbox wetransfer mailchimp sendgrid twilio evernote openai chatgpt anthropic deepmind huggingface perplexityai midjourney
  nvidia samsung huawei xiaomi lenovo toshiba panasonic sony playstation nintendo epicgames fortnite roblox minecraft
  steamcommunity steampowered twitch spotify netflix hulu disneyplus primevideo hbomax deezer soundcloud shazam photoshop
  autodesk oraclecloud sapcloud ibmcloud ibm vmware fortinet kaspersky norton mcafee bitdefender nordvpn expressvpn lastpass
  1password bitwarden protonmail okta teamviewer anydesk yahoo yandex baidu duckduckgo gmx ebay etsy aliexpress alibaba taobao
  temu shein zalando otto-group walmart costco homedepot ikea lidl aldi carrefour tesco sainsburys auchan mediamarkt
  saturn-markt mercadolibre flipkart rakuten wayfair asos decathlon sephora airbnb expedia tripadvisor bookingcom skyscanner
  kayak-com ryanair easyjet lufthansa airfrance qatarairways britishairways ubereats doordash deliveroo justeat lieferando
  grubhub instacart glovo wolt blablacar flixbus dhl fedex usps upsstore royalmail deutschepost laposte chronopost colissimo
  poczta inpost hermesworld evri posteitaliane postnl bpost postnord canadapost auspost australiapost vodafone tmobile verizon
  comcast xfinity telefonica movistar deutschetelekom telekom swisscom bouyguestelecom volkswagen mercedesbenz toyota hyundai
  porsche lamborghini bmw audi renault peugeot cocacola pepsico mcdonalds starbucks burgerking kfc unilever loreal adidas gucci
  louisvuitton rolex lego irs hmrc dvla socialsecurity finanzamt bundesbank europol interpol fbi nhs ameli impots impotsgouv
  agenziaentrate sii-gob visaeurope unicef unesco lloyds aol
`);

/** Brands that are ordinary words too: refused alone, and together with a word of trust. */
const ORDINARY_BRANDS = parseWords(`
  apple amazon visa chase discover wise stripe square target shell orange oracle meta signal slack zoom outlook windows chrome
  safari prime alexa telegram discord steam uber canva figma miro sky virgin halifax ing tsb ups gls dpd nike puma marshall
  dell hp asus acer kraken gemini citi fidelity vanguard robinhood maestro tinder intuit turbotax avast affirm swish sofort
  elster messenger adobe asana emirates zara allegro mollie audible nestle hetzner ferrari santander desjardins intel correos
  medicare medicaid lyft
`);

/** Words that suggest the platform, or authority over accounts and money. */
const TRUST_WORDS = parseWords(`
  account accounts admin administrator auth authenticate authentication authorize authorization bank banking billing claim
  confirm confirmation credential credentials fraud id identity invoice login logon logout official operator passcode password
  passwords pay payment payments pin recover recovery refund refunds reset secure security signin signup support suspended
  unlock validate verification verified verify wallet webmail
`);

/** Words that add nothing to a word of trust: `my-account`, `support-team`. */
const FILLERS = parseWords('my online team center centre help helpdesk customer client user app www portal page new');

/** Words that make a company's page of an ordinary word: `amazon-de`, `chase-online`. */
const SITE_WORDS = parseWords('com de uk us eu fr es it prime online');

/** Ordinary words that are one typing error away from a brand, or contain one. */
const ALLOWED_WORDS = parseWords(`
  altruist altruistic android androids antiphoned atwitter cloud decathlons deemer deeper finance geezer goggle goggles googly
  imports impost impots interest interpolate krill mobile papal password phone phones phoneme philanthropic postal revolt
  revolution revolutionary revolutions shrill siphoned skill skills switch titter trade tremor truism trust tumble tumbler tunes
  twilit twill twister twitch twitchy twitted twitter twittering twittery witch witter fortuneteller allay boogie cellphone geddit
  inmost misanthropic titch penal
`);

/** Names of the platform's own paths and pages: refused as a whole slug. */
const PLATFORM_NAMES = parseWords(`
  about abuse api app assets console contact docs download event events favicon file files health help home index info legal
  mail metrics missing moderator new null openapi page pages photo preview privacy qr ready report reports robots root service
  settings slug staff static stats status system terms test token undefined user utility-api webhooks www
`);

/** Digits that replace letters, besides those of the skeleton. */
const LEET: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 7: 't', 8: 'b', 9: 'g' };

/** Normalises a word that may imitate another: digits to letters, look-alikes to one letter. */
const unmask = (word: string): string => computeSkeleton(word.replace(/[34789]/g, (digit) => LEET[digit] ?? digit));

/** Maximum lengths of words, with and without digits, that imitate nothing: `a01` is a seat, and a `deli` is not `dell`. */
const [SHORT, SHORT_WITHOUT_DIGITS] = [3, 4];

/** Normalises a word of a slug, unless it is a number or short. */
function normalise(word: string): string {
  const longestShort = /\d/.test(word) ? SHORT : SHORT_WITHOUT_DIGITS;
  return word.length <= longestShort || /^\d+$/.test(word) ? word : unmask(word);
}

const withNormalised = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => (word.length > SHORT ? [word, unmask(word)] : [word])));

const brands = withNormalised(BRANDS);
const ordinaryBrands = withNormalised(ORDINARY_BRANDS);
const trustWords = withNormalised(TRUST_WORDS);
const fillers = withNormalised(FILLERS);
const platformNames: ReadonlySet<string> = new Set(PLATFORM_NAMES);
const siteWords = withNormalised(SITE_WORDS);
/** The platform's own name, as it is read. */
const PLATFORM = normalise('utilityapi');
const listed: ReadonlySet<string> = new Set([...brands, ...ordinaryBrands, ...trustWords, ...fillers]);

/** Splits a word into listed words, or returns undefined. */
function splitWord(word: string): string[] | undefined {
  if (listed.has(word)) return [word];
  for (let length = word.length - 1; length > 1; length--) {
    const head = word.slice(0, length);
    const rest = listed.has(head) ? splitWord(word.slice(length)) : undefined;
    if (rest) return [head, ...rest];
  }
  return undefined;
}

/** Splits a segment of a slug into words: `paypal24` and `paypallogin` contain `paypal`. */
function splitSegment(segment: string): string[] {
  const bare = segment.replace(/^\d+|\d+$/g, '');
  return splitWord(normalise(segment)) ?? splitWord(normalise(bare)) ?? [normalise(segment)];
}

/** Minimum length of a brand that is recognised inside a word, or with a typing error, and of what may be added to it. */
const SHORTEST_IMITATED = 6;
const LONGEST_AFFIX = 4;

const imitatedBrands = BRANDS.filter((brand) => brand.length >= SHORTEST_IMITATED).map(normalise);
const allowedWords = new Set(ALLOWED_WORDS.map(normalise));

/** True if a word is a brand with a few letters more or one wrong: `getpaypal`, `netflixde`, `faccbook`. */
function imitatesBrand(segment: string): boolean {
  const word = normalise(segment);
  if (allowedWords.has(word) || ALLOWED_WORDS.includes(segment)) return false;
  const seen = word.replaceAll('cl', 'd').replaceAll('nn', 'm');
  return [word, seen].some((one) => isNearBrand(one));
}

function isNearBrand(word: string): boolean {
  return imitatedBrands.some((brand) => {
    const more = word.length - brand.length;
    if (more > 0 && more <= LONGEST_AFFIX && (word.startsWith(brand) || word.endsWith(brand))) return true;
    return Math.abs(more) <= 1 && damerauLevenshtein(word, brand).steps <= 1;
  });
}

/** Minimum length of a brand that is recognised across hyphens: `pay-pal`. */
const SHORTEST_JOINED = 5;

/** True if neighbouring segments together are the name of a brand. */
function hasJoinedBrand(segments: readonly string[]): boolean {
  return segments.some((_, from) =>
    segments.slice(from + 1).some((_, more) => {
      const joined = segments.slice(from, from + more + 2).join('');
      return joined.length >= SHORTEST_JOINED && brands.has(normalise(joined));
    }),
  );
}

/**
 * True if a slug imitates the platform, a well-known brand, or a service with authority over accounts and money. Whole words are
 * compared, after normalisation: `paypa1-login` is reserved, `pineapple-bakery` and `apple-pie` are not.
 */
export function isReserved(slug: string): boolean {
  const segments = slug.split('-');
  const words = segments.flatMap(splitSegment);
  const joined = normalise(segments.join(''));
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isListed = platformNames.has(slug) || [trustWords, ordinaryBrands, brands].some((set) => set.has(joined));
  const isPlatform = joined.startsWith(PLATFORM);
  const isSite =
    has(ordinaryBrands) && words.length > 1 && words.every((word) => ordinaryBrands.has(word) || siteWords.has(word));
  const isAllTrust = words.every((word) => trustWords.has(word) || fillers.has(word));
  return (
    isListed ||
    isPlatform ||
    isSite ||
    has(brands) ||
    hasJoinedBrand(segments) ||
    segments.some(imitatesBrand) ||
    (has(trustWords) && (isAllTrust || has(ordinaryBrands)))
  );
}
