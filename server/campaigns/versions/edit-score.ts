import { brand } from '#shared/brand.ts'
import { formatBudget } from '#shared/budget-text.ts'
import { campaignTexts, textNames } from '#shared/campaign-content.ts'
import { countChangedWords, countWords } from '#shared/word-diff.ts'

import type { CampaignContent } from './campaign-fields.ts'
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
function findMoneyWords(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(toWords).filter((word) => moneyWords.has(word)))
}

/** Full-width letters and digits become plain ones, and joiners disappear. */
function toPlain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** An edit of a public campaign with so many points waits for a reviewer. */
export const waitsFrom = 100

export type EditSignal = {
  signal: string
  points: number
  measure: (before: CampaignContent, after: CampaignContent) => number
  why: string
}

type Read<Value> = (content: CampaignContent) => Value

const changed =
  (read: Read<unknown>): EditSignal['measure'] =>
  (before, after) =>
    read(before) === read(after) ? 0 : 1

const countNew =
  (read: Read<ReadonlySet<string>>): EditSignal['measure'] =>
  (before, after) => {
    const known = read(before)
    return [...read(after)].filter((value) => !known.has(value)).length
  }

/** The texts that an edit below the threshold can change, with the descriptions of the pictures. */
const longTexts: readonly Read<string>[] = textNames
  .filter((name) => campaignTexts[name].edit === 'scored')
  .map((name) => (content) => content[name])
const readAlts: Read<string> = ({ images }) =>
  images
    .toSorted((one, other) => one.id.localeCompare(other.id))
    .map(({ alt }) => alt)
    .join('\n')
const freeTexts: Read<string[]> = (content) => [
  ...longTexts.map((read) => read(content)),
  readAlts(content),
  content.city,
  content.country,
]
const imageIds: Read<ReadonlySet<string>> = ({ images }) => new Set(images.map(({ id }) => id))

function countChanges(before: string, after: string): number {
  const { removed, added } = countChangedWords(before, after)
  return Math.max(removed, added)
}

/** Signals of risk in an edit of a public campaign. What always waits has the points of the threshold. */
export const editSignals: readonly EditSignal[] = [
  {
    signal: 'title',
    points: 100,
    measure: changed(({ title }) => title),
    why: 'Donors know the campaign by its title.',
  },
  {
    signal: 'goal',
    points: 100,
    measure: changed(({ goal }) => goal),
    why: 'Donors gave towards this sum.',
  },
  {
    signal: 'endDate',
    points: 100,
    measure: changed(({ endDate }) => endDate),
    why: 'It decides how long the campaign takes donations.',
  },
  ...textNames
    .filter((name) => campaignTexts[name].edit === 'waits')
    .map((name) => ({
      signal: name,
      points: 100,
      measure: changed((content) => content[name]),
      why: 'It is what donors paid for.',
    })),
  {
    signal: 'budget',
    points: 100,
    measure: changed(({ budget }) => formatBudget(budget)),
    why: 'Donors gave for these parts.',
  },
  {
    signal: 'beneficiary',
    points: 100,
    measure: changed(({ contact }) => contact.name),
    why: 'The money is for this person.',
  },
  {
    signal: 'bank',
    points: 100,
    measure: changed(({ bankAccount }) => bankAccount.subAccountCode),
    why: 'The money goes to this account.',
  },
  {
    signal: 'contact',
    points: 100,
    measure: changed(({ contact: { email, phone } }) => `${email} ${phone}`),
    why: 'Readers who call or write must reach the person whom a reviewer has checked.',
  },
  {
    signal: 'addresses',
    points: 100,
    measure: countNew((content) => findAddresses(freeTexts(content))),
    why: `A link, an email address, a number or a wallet can lead donors and their money past ${brand}.`,
  },
  {
    signal: 'newImages',
    points: 100,
    measure: countNew(imageIds),
    why: 'A picture can show any text, so none is public before a person has seen it.',
  },
  {
    signal: 'moneyWords',
    points: 60,
    measure: countNew((content) => findMoneyWords(freeTexts(content))),
    why: `Words about paying in a story often ask for money outside of ${brand}.`,
  },
  {
    signal: 'wordShare',
    points: 200,
    measure: (before, after) =>
      longTexts
        .map(
          (read) => countChanges(read(before), read(after)) / Math.max(1, countWords(read(before))),
        )
        .reduce((sum, share) => sum + Math.min(1, share), 0),
    why: 'Half of a text replaced is another text.',
  },
  {
    signal: 'words',
    points: 2,
    measure: (before, after) =>
      [...longTexts, readAlts]
        .map((read) => countChanges(read(before), read(after)))
        .reduce((sum, count) => sum + count, 0),
    why: 'Fifty new words can tell another story, however long the text is.',
  },
  ...(['city', 'country'] as const).map((name) => ({
    signal: name,
    points: 40,
    measure: changed((content) => content[name]),
    why: 'Donors choose campaigns near them.',
  })),
  {
    signal: 'removedImages',
    points: 30,
    measure: (before, after) => countNew(imageIds)(after, before),
    why: 'A removed picture may have been the evidence.',
  },
  {
    signal: 'imageOrder',
    points: 20,
    measure: changed(({ images }) => images[0]?.id),
    why: 'Another picture becomes the face of the campaign.',
  },
  {
    signal: 'category',
    points: 20,
    measure: changed(({ category }) => category),
    why: 'It decides in which lists the campaign appears.',
  },
  {
    signal: 'cause',
    points: 20,
    measure: changed(({ cause }) => cause),
    why: 'It decides whether the campaign appears as a charity or as legal aid.',
  },
  {
    signal: 'startDate',
    points: 10,
    measure: changed(({ startDate }) => startDate),
    why: 'It promises when the work begins.',
  },
]

/** Points of an edit. `before` is the content that a reviewer last approved, so that small edits add up. */
export function scoreEdit(before: CampaignContent, after: CampaignContent): number {
  return Math.round(
    editSignals.reduce((sum, { points, measure }) => sum + points * measure(before, after), 0),
  )
}
