/** Words that no words of support need: insults, and the language of scams. Matched as whole words without case. */
const blocked = [
  'asshole',
  'bastard',
  'bitch',
  'cunt',
  'fuck',
  'fucking',
  'idiot',
  'mumu',
  'nigger',
  'olodo',
  'scam',
  'scammer',
  'shit',
  'thief',
  'whore',
  'yahoo boy',
  'bitcoin',
  'casino',
  'crypto',
  'forex',
  'investment',
  'loan',
  'ponzi',
  'whatsapp',
  'telegram',
]

const blockedPattern = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])(?:${blocked.join('|')})(?![\p{L}\p{N}])`,
  'iu',
)
/** Endings of addresses that people and scams use. A two-letter one counts only where it is written without a space. */
const endings =
  'com|net|org|info|xyz|shop|store|africa|site|online|app|link|live|club|top|pro|biz|dev|page|website|space|tech|click|support|fun|vip|cc'
const countries = 'ng|io|co|me|ly|tv|gg|to|ru|cn|uk|us|za|gh|ke|ml|tk|ga|cf|gq|pw|su|icu'
/** Addresses of pages, mailboxes and machines, also with spaces or brackets around the dot, or its name. */
const link = new RegExp(
  String.raw`https?:|www\.|@|\w\s?[[(]?\.[\])]?\s?(?:${endings})(?!\w)|\w\.(?:${countries})(?!\w)|\w\s[[(]?dot[\])]?\s(?:${endings}|${countries})(?!\w)|(?<!\d)(?:\d{1,3}\.){3}\d{1,3}(?!\d)`,
  'i',
)
/** Amounts with separators, and dates: they are no phone numbers. */
const amountOrDate =
  /(?<![\d+])[1-9]\d{0,2}(?:,\d{3}){1,3}(?:\.\d\d)?(?!\d|,\d)|(?<!\d)\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?!\d)|(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g
/** Phone and account numbers, with any characters between their digits. */
const number = /(?:\d[\s\p{P}\p{S}]{0,6}){8,}/u
/** Who speaks for Ajo. No visitor, donor or organiser does. */
const staff =
  /(?<!\w)(?:ajo\W*(?:team|support|staff|admin|help|official|security|payments?|care)|customer\W*(?:care|service|support)|(?:admin(?:istrator)?|moderator|help\W*desk|support\W*team)(?!\w))/i

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

/** Digits in the place of letters, and letters apart: 'wh4tsapp', 's.c.a.m'. */
const toLetters = (skeleton: string) =>
  skeleton
    .replaceAll(/(?<=[a-z])[013457]/g, (digit) => 'oieast'['013457'.indexOf(digit)] ?? digit)
    .replaceAll(/(?<![a-z\d])(?:[a-z][.\-_*·]){2,}[a-z](?![a-z\d])/g, (spelt) =>
      spelt.replaceAll(/[^a-z]/g, ''),
    )

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
  return link.test(skeleton) || number.test(skeleton.replaceAll(amountOrDate, 'x'))
}

/** True if a name says that it is Ajo's. */
export const claimsStaff = (name: string): boolean => staff.test(toLetters(toSkeleton(name)))
