import { toWords } from '../../providers/content/search-text.ts'

/** Words of the languages that Ajo's campaigns are written in, which come with a request to pay in another way. */
const moneyWordList =
  'account accounts akaunti bank binance bitcoin btc card cash cashapp crypto deposit dm eth ethereum gcash kuda kudi momo ' +
  'moneygram moniepoint mpesa naira opay owo palmpay pay paid paying payment payments paypal piggyvest remit revolut send ' +
  'sending telegram transfer transfers usdt ussd venmo voucher wallet wallets westernunion whatsapp wire zelle'
const moneyWords: ReadonlySet<string> = new Set(moneyWordList.split(' '))

const digitWord = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)'
const topLevel =
  'africa|app|biz|co|com|dev|info|io|link|live|ly|me|net|ng|online|org|ru|shop|site|store|to|top|uk|us|xyz'

/** What leads a reader away from Ajo, or money past it. Lengths are bounded, so that no text takes long to search. */
const addressPatterns = {
  url: /(?:https?:\/\/|www\.)\S{1,200}/g,
  domain: new RegExp(`(?:[a-z0-9-]{1,63}\\.){1,6}(?:${topLevel})\\b`, 'g'),
  path: /[a-z0-9-]{1,63}\.[a-z]{2,24}\/\S{0,200}/g,
  email: /[^\s@]{1,64}@[^\s@]{1,64}|@\w{3,64}/g,
  spelledEmail:
    /\b[a-z0-9._-]{1,64}\s{0,2}[([]?\s{0,2}at\s{0,2}[)\]]?\s{0,2}[a-z0-9-]{1,64}\s{0,2}[([]?\s{0,2}dot\s{0,2}[)\]]?\s{0,2}com\b/g,
  // Nine digits or more: phone and account numbers, however they are grouped.
  number: /\d(?:[\s().,+/*_–-]{0,3}\d){8,}/g,
  spelledNumber: new RegExp(`\\b${digitWord}(?:[\\s,.-]{1,3}${digitWord}){6,}\\b`, 'g'),
  ussdCode: /\*\d{2,20}[*#\d]{0,40}/g,
  wallet: /\b(?=[a-z]{0,80}\d)(?=\d{0,80}[a-z])[a-z0-9]{20,80}/g,
}

/** Links, email addresses, handles, phone and account numbers and wallets in the texts, in one spelling each. */
export function findAddresses(texts: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const text of texts.map(toPlain))
    for (const [kind, pattern] of Object.entries(addressPatterns))
      for (const [match] of text.matchAll(pattern))
        found.add(kind === 'number' ? match.replaceAll(/\D/g, '') : match.trim())
  return found
}

/** The words of the texts that have to do with paying. */
export function findMoneyWords(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(toWords).filter((word) => moneyWords.has(word)))
}

/** Full-width letters and digits become plain ones, and joiners disappear. */
function toPlain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}
