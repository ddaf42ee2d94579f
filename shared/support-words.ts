import { brand } from './brand.ts'

/** Words that no words of support need: insults, and the language of scams. Matched as whole words without case. */
const blocked = [
  'ashawo',
  'asshole',
  'bastard',
  'bitch',
  'bullshit',
  'cunt',
  'fck',
  'fuck',
  'idiot',
  'mumu',
  'nigger',
  'nigga',
  'olodo',
  'scam',
  'shit',
  'thief',
  'thieves',
  'whore',
  'yahoo boy',
  'bitcoin',
  'casino',
  'crypto',
  'cryptocurrency',
  'forex',
  'fraud',
  'fraudster',
  'instagram',
  'investment',
  'loan',
  'otp',
  'ponzi',
  'snapchat',
  'usdt',
  'whats app',
  'wats app',
  'telegram',
]

/** A letter may be repeated, and a space be left out. */
const toPattern = (word: string) =>
  word
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll(/[a-z]/g, '$&+')
    .replaceAll(' ', String.raw`[\s-]?`)
const blockedPattern = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])(?:${blocked.map(toPattern).join('|')})(?:e?s|m?ers?|k?ing|m?ed)?(?![\p{L}\p{N}])`,
  'iu',
)
/** Endings of addresses that people and scams use. A two-letter one counts only where it is written without a space. */
const endings =
  'com|net|org|info|xyz|shop|store|africa|site|online|app|link|live|club|top|pro|biz|dev|page|website|space|tech|click|support|fun|vip|cc'
const countries = 'ng|io|co|me|ly|tv|gg|to|ru|cn|uk|us|za|gh|ke|ml|tk|ga|cf|gq|pw|su|icu'
/** Addresses of pages, mailboxes and machines, also with spaces or brackets around the dot, or its name. */
const link = new RegExp(
  String.raw`https?:|www\.|@|\w\s?[[(]?\.[\])]?\s?(?:${endings})(?!\w)|\w\.(?:${countries})(?!\w)|\w\s[[(]?dot[\])]?\s(?:${endings}|${countries})(?!\w)|(?:^|\D)(?:\d{1,3}\.){3}\d{1,3}(?!\d)`,
  'i',
)
/** Amounts with separators, dates and spans of years: they are no phone numbers. */
const amountOrDate =
  /(^|[^\d+])[1-9]\d{0,2}(?:,\d{3}){1,3}(?:\.\d\d)?(?!\d|,\d)|(^|\D)(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d|(?:19|20)\d\d ?[–-] ?(?:19|20)\d\d)(?!\d)/g
/** Phone and account numbers, with any characters between their digits. */
const number = /(?:\d[\s\p{P}\p{S}]{0,6}){8,}/u
/** A code or the address of a wallet. */
const longCode = /(?:^|[^a-z\d])(?=(?:[a-z]*\d){3})[a-z\d]{12,}/
const digitWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const digitWord = new RegExp(`(^|[^a-z])(oh|${digitWords.join('|')})(?![a-z])`, 'g')

const roles =
  'admin|care|compliance|customer|finance|help|moderation|moderator|official|payment|payout|platform|refund|safety|security|staff|support|technical|verification'
/** The name of the installation as such texts have it. */
const own = brand.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, String.raw`[\W_]*`)

/** Who speaks for Ajo. No visitor, donor or organiser does. */
const staff = new RegExp(
  String.raw`(?:^|[^a-z\d])(?:${own}[\W_]*(?:team|${roles})|(?:team|official|staff|admin)\W(?:of\W)?${own}(?![a-z])|customer\W*(?:care|service|support)|(?:admin(?:istrator)?|moderator|help\W*desk|support\W*team)(?![a-z\d]))`,
)
const role = new RegExp(`(?:${own}|administrator|${roles})s?`, 'g')
const besideRole = /the|team|of|and|desk|services?|systems?|site|trust|nigeria|ltd|limited|inc|hq/g

/** Letters of other scripts, and digits, that look like a Latin letter (UTS 39, those of Cyrillic and Greek). */
const lookalikes = new Map(
  Object.entries({
    а: 'a',
    α: 'a',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ε: 'e',
    һ: 'h',
    і: 'i',
    ι: 'i',
    ј: 'j',
    κ: 'k',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    н: 'h',
    о: 'o',
    ο: 'o',
    р: 'p',
    ρ: 'p',
    ѕ: 's',
    т: 't',
    τ: 't',
    υ: 'u',
    ѵ: 'v',
    ν: 'v',
    ԝ: 'w',
    х: 'x',
    χ: 'x',
    у: 'y',
    γ: 'y',
  }),
)

/** What a reader sees: joiners and marks removed, every digit an ASCII digit, letters that look alike the same. Tone marks of Yoruba stay no obstacle. */
function toSkeleton(words: string): string {
  const plain = words.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\u115f\u1160\u3164]/gu, '')
  const digits = plain.replaceAll(/\p{Nd}/gu, (digit) => toDigit(digit.codePointAt(0) ?? 0))
  const latin = Array.from(digits.toLowerCase(), (letter) => lookalikes.get(letter) ?? letter).join(
    '',
  )
  return latin.replaceAll(/[。．｡․]/g, '.')
}

/** Digits of a script are ten code points in a row. */
function toDigit(point: number): string {
  let zero = point
  while (point - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}

const signs: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const joinSpelt = (skeleton: string) =>
  skeleton.replaceAll(
    /(^|[^a-z\d])((?:[a-z][ .\-_*·]){2,}[a-z])(?![a-z\d])/g,
    (_, before: string, spelt: string) => before + spelt.replaceAll(/[^a-z]/g, ''),
  )

/** Signs in the place of letters, and letters apart: 'wh4tsapp', 's.c.a.m', 's c a m', 'lo-an'. */
const toLetters = (skeleton: string) =>
  joinSpelt(skeleton)
    .replaceAll(/[a-z][013457@$!]+(?=[a-z])|[a-z][013457]|[013457](?=[a-z])/g, (found) =>
      found.replaceAll(/./g, (sign) => signs[sign] ?? sign),
    )
    .replaceAll(/([a-z])[-_*·](?=[a-z])/g, '$1')

/** True if a reviewer must read the words before they are public. */
export function needsReview(words: string): boolean {
  const skeleton = toSkeleton(words)
  return (
    blockedPattern.test(skeleton) || blockedPattern.test(toLetters(skeleton)) || hasContact(words)
  )
}

/** True if the words name a page, a mailbox, a phone or an account. */
export function hasContact(words: string): boolean {
  const skeleton = toSkeleton(words)
  const digits = skeleton
    .replaceAll(amountOrDate, '$1$2x')
    .replaceAll(
      digitWord,
      (_, before: string, word: string) => before + Math.max(0, digitWords.indexOf(word)),
    )
  return (
    link.test(skeleton) ||
    link.test(joinSpelt(skeleton)) ||
    number.test(digits) ||
    longCode.test(skeleton)
  )
}

/** True if a name says that it is Ajo's. */
export function claimsStaff(name: string): boolean {
  const letters = toLetters(toSkeleton(name))
  const withoutRoles = letters.replaceAll(/[^a-z]/g, '').replaceAll(role, '')
  const isOnlyRole = withoutRoles.replaceAll(besideRole, '') === ''
  return (
    staff.test(letters) ||
    (isOnlyRole && withoutRoles.length < letters.replaceAll(/[^a-z]/g, '').length)
  )
}
